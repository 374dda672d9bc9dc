/** Conditional requests (RFC 9110, section 13): whether an entity-tag is among those that a header names. */

const entityTag = /\s*(?:(W\/)?("[\x21\x23-\x7e\x80-\u{10ffff}]*")|([^,]*))\s*(?:,|$)/uy;

/** If-None-Match: weak comparison, lists, `*`. What is no entity-tag matches nothing and spoils nothing beside it. */
export function isNoneMatchMet(header: string | undefined, etag: string): boolean {
  return names(header, etag, true);
}

/** If-Match: strong comparison, lists, `*`. Null header: no condition. */
export function isMatchMet(header: string | undefined, etag: string): boolean {
  return header === undefined || names(header, etag, false);
}

function names(header: string | undefined, etag: string, isWeak: boolean): boolean {
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
