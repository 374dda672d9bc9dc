/** Chooses how this page reaches the engine: a message port in the desktop window, a WebSocket in a browser. */

import type { ClientSettings } from './client.ts';
import { listenForPorts } from './portWire.ts';
import { openSocketWire, socketAddress } from './socketWire.ts';
import { takeToken } from './token.ts';

export function chooseWire(page: Window): Pick<ClientSettings, 'openWire' | 'token'> {
  if (page.greenroom?.isDesktop === true) return { openWire: listenForPorts(page), token: null };
  const address = socketAddress(page.location);
  return { openWire: async () => openSocketWire(address), token: takeToken(page) };
}
