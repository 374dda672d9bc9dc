/** Reads the data that playout programs pass to `update()`: one string in any of the encodings they support. */

/** Returns the feed named in JSON, in JSON with `b64` or `uri`, or in templateData XML; otherwise `null`. */
export function readFeedName(data: unknown): string | null {
  if (typeof data !== 'string' || data.trim() === '') return null;
  try {
    const feed = data.trim().startsWith('<') ? readFeedFromXml(data) : readFeedFromJson(JSON.parse(data));
    return typeof feed === 'string' && /^[a-z0-9][a-z0-9-]{0,62}$/.test(feed) ? feed : null;
  } catch {
    return null;
  }
}

function readFeedFromJson(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return null;
  if ('b64' in value) return readFeedFromJson(JSON.parse(decodeBase64(String(value.b64))));
  if ('uri' in value) return readFeedFromJson(JSON.parse(decodeURIComponent(String(value.uri))));
  return 'feed' in value ? value.feed : null;
}

function readFeedFromXml(text: string): string | null {
  const parts = new DOMParser().parseFromString(text, 'text/xml').getElementsByTagName('componentData');
  const feed = Array.from(parts).find((part) => part.getAttribute('id') === 'feed');
  const data = feed?.getElementsByTagName('data')[0];
  return data?.getAttribute('value') ?? null;
}

function decodeBase64(text: string): string {
  const bytes = Array.from(atob(text)).map((character) => `%${`0${character.charCodeAt(0).toString(16)}`.slice(-2)}`);
  return decodeURIComponent(bytes.join(''));
}
