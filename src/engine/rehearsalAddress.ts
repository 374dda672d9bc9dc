/** Address of the rehearsal feed: a separate port, so that it is never mistaken for the live feed. */
export const rehearsalAddress = { host: '127.0.0.1', port: 7421 } as const;

export const rehearsalBase = `http://${rehearsalAddress.host}:${rehearsalAddress.port}`;
