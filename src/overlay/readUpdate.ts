/** What a playout program hands to `update()`: always one string, in any of the ways that survive their escaping. */

/** The feed that the data names, in JSON, JSON holding `b64` or `uri`, or templateData XML; null when it names none. */
export function readUpdate(data: unknown): string | null {
  if (typeof data !== 'string' || data.trim() === '') return null;
  try {
    const feed = data.trim().startsWith('<') ? feedInXml(data) : feedInJson(JSON.parse(data));
    return typeof feed === 'string' && /^[a-z0-9][a-z0-9-]{0,62}$/.test(feed) ? feed : null;
  } catch {
    return null;
  }
}

function feedInJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return null;
  if ('b64' in value) return feedInJson(JSON.parse(fromBase64(String(value.b64))));
  if ('uri' in value) return feedInJson(JSON.parse(decodeURIComponent(String(value.uri))));
  return 'feed' in value ? value.feed : null;
}

function feedInXml(text: string): string | null {
  const parts = new DOMParser().parseFromString(text, 'text/xml').getElementsByTagName('componentData');
  const feed = Array.from(parts).find((part) => part.getAttribute('id') === 'feed');
  const data = feed?.getElementsByTagName('data')[0];
  return data?.getAttribute('value') ?? null;
}

function fromBase64(text: string): string {
  const bytes = Array.from(atob(text)).map((character) => `%${`0${character.charCodeAt(0).toString(16)}`.slice(-2)}`);
  return decodeURIComponent(bytes.join(''));
}
