/** Evaluates If-Match and If-None-Match (RFC 9110, section 13). */

const entityTag = /\s*(?:(W\/)?("[\x21\x23-\x7e\x80-\u{10ffff}]*")|([^,]*))\s*(?:,|$)/uy;

/** True if If-None-Match lists the ETag: the response should be 304. Compares weakly; ignores invalid entries. */
export function isNotModified(header: string | undefined, etag: string): boolean {
  return listsETag(header, etag, true);
}

/** Whether it matches every ETag. A 304 then does not say that the reader has the body. */
export function isAnyETag(header: string | undefined): boolean {
  return header?.trim() === '*';
}

/** True if If-Match is absent or lists the ETag. Compares strongly. */
export function isIfMatchSatisfied(header: string | undefined, etag: string): boolean {
  return header === undefined || listsETag(header, etag, false);
}

function listsETag(header: string | undefined, etag: string, isWeak: boolean): boolean {
  if (header === undefined) return false;
  if (header === etag || isAnyETag(header)) return true;
  entityTag.lastIndex = 0;
  while (entityTag.lastIndex < header.length) {
    const found = entityTag.exec(header);
    if (found === null) return false;
    if (found[2] === etag && (isWeak || found[1] === undefined)) return true;
  }
  return false;
}
