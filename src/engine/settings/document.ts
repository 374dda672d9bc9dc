/** Settings as a document: JSON that a person may have written in part, changed in place and otherwise left as it is. */

export type Document = Readonly<Record<string, unknown>>;

/** Whether it is a JSON object. */
export function isDocument(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON Merge Patch (RFC 7396): objects are merged, anything else replaces, null takes away. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isDocument(patch)) return patch;
  const merged = new Map<string, unknown>(isDocument(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

/** The document with one value set at `a.b.c`. */
export function withValue(target: unknown, path: string, value: unknown): Document {
  const [name = '', ...rest] = path.split('.');
  const before = isDocument(target) ? target : {};
  return { ...before, [name]: rest.length === 0 ? value : withValue(before[name], rest.join('.'), value) };
}

/** The document without the read token of the feed: what an export, a backup or a desk may hold. */
export function withoutSecrets(document: Document): Document {
  const { feedServer } = document;
  if (!isDocument(feedServer)) return document;
  const { readToken: _, ...rest } = feedServer;
  return { ...document, feedServer: rest };
}
