/** Passes the engine’s message port to our own page, and shows the app that the page’s thread answers. */
import { contextBridge, ipcRenderer } from 'electron';

contextBridge.exposeInMainWorld('greenroom', { isDesktop: true });

// Every page load gets a new port, including a reload after a crash.
ipcRenderer.on('port', (event) => {
  window.postMessage({ type: 'greenroom-port' }, window.location.origin, event.ports);
});

ipcRenderer.on('watch', ({ ports }) => {
  for (const port of ports) port.onmessage = () => port.postMessage(null);
});
