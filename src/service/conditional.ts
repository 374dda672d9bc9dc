/** If-Match and If-None-Match (RFC 9110, section 13). */

const entityTag = /\s*(?:(W\/)?("[\x21\x23-\x7e\x80-\u{10ffff}]*")|([^,]*))\s*(?:,|$)/uy;

/** Weak comparison against one ETag, a list or `*`. Invalid entries in the list are ignored. */
export function isNoneMatchMet(header: string | undefined, etag: string): boolean {
  return listsETag(header, etag, true);
}

/** Strong comparison against one ETag, a list or `*`. True without the header. */
export function isMatchMet(header: string | undefined, etag: string): boolean {
  return header === undefined || listsETag(header, etag, false);
}

function listsETag(header: string | undefined, etag: string, isWeak: boolean): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  entityTag.lastIndex = 0;
  while (entityTag.lastIndex < header.length) {
    const found = entityTag.exec(header);
    if (found === null) return false;
    if (found[2] === etag && (isWeak || found[1] === undefined)) return true;
  }
  return false;
}
