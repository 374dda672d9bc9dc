/** Where a rehearsal is read: its own port, so that it is never taken for the live feed. The desk frames nothing else but the feed. */
export const rehearsalAddress = { host: '127.0.0.1', port: 7421 } as const;

export const rehearsalBase = `http://${rehearsalAddress.host}:${rehearsalAddress.port}`;
