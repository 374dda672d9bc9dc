/** Who may ask, told from the Host and Origin headers. Total: no header, however odd, makes these throw. */

/** The name or address of a Host header without its port, in small letters; null for anything that is not one host. */
export function hostName(header: string | undefined): string | null {
  if (header === undefined) return null;
  const found = /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9_.-]*[a-z0-9_])?)\.?(?::\d{1,5})?$/i.exec(header);
  return found?.[1]?.toLowerCase().replace(/^\[|\]$/g, '') ?? null;
}

/** Whether a name always means this machine, whoever resolves it. */
export function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name);
}

/**
 * Whether a request with this Host header may be answered: loopback names always, others only when they are listed
 * (addresses and names under which this machine was asked to be reached; a port behind one says nothing). A rebound DNS name
 * is none of these.
 */
export function isHostAllowed(header: string | undefined, allowed: readonly string[]): boolean {
  const name = hostName(header);
  if (name === null) return false;
  return isLoopbackName(name) || allowed.some((other) => (hostName(other) ?? other.toLowerCase()) === name);
}

/** Whether an Origin header (absent for programs that are not browsers) may ask. `null` is a stranger. */
export function isOriginAllowed(
  origin: string | undefined,
  host: string | undefined,
  allowed: readonly string[],
): boolean {
  if (origin === undefined) return true;
  if (allowed.includes(origin)) return true;
  const found = /^https?:\/\/([^/]+)$/i.exec(origin);
  return found?.[1] !== undefined && host !== undefined && found[1].toLowerCase() === host.toLowerCase();
}
