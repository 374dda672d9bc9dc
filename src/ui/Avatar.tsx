/** An author's picture, or a plain icon when there is none. */
import { Users } from 'lucide-react';
import { useState } from 'react';

export function Avatar({ url, size }: { readonly url: string | null; readonly size: number }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (url === null || url === brokenUrl) {
    return (
      <span className="avatar is-empty" style={{ width: size, height: size }} aria-hidden="true">
        <Users />
      </span>
    );
  }
  return (
    <img
      className="avatar"
      src={url}
      width={size}
      height={size}
      alt=""
      decoding="async"
      onError={() => setBrokenUrl(url)}
    />
  );
}
