/** Hands the engine's port to our own page, and nothing else. */
import { contextBridge, ipcRenderer } from 'electron';

contextBridge.exposeInMainWorld('greenroom', { isDesktop: true });

// Once for each loading of the page; a page that lost its engine is given another port the same way.
ipcRenderer.on('port', (event) => {
  window.postMessage({ type: 'greenroom-port' }, window.location.origin, event.ports);
});
