/** Passes the engine’s message port to our own page, and nothing else. */
import { contextBridge, ipcRenderer } from 'electron';

contextBridge.exposeInMainWorld('greenroom', { isDesktop: true });

// Every page load gets a new port, including a reload after a crash.
ipcRenderer.on('port', (event) => {
  window.postMessage({ type: 'greenroom-port' }, window.location.origin, event.ports);
});
