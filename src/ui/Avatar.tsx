/** An author's picture, or a plain icon when there is none; the variable `--avatar-w` sets its size. */
import { Users } from 'lucide-react';
import { useState } from 'react';

export function Avatar({ url }: { readonly url: string | null }) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  if (url === null || url === brokenUrl) {
    return (
      <span className="avatar is-empty" aria-hidden="true">
        <Users />
      </span>
    );
  }
  return <img className="avatar" src={url} alt="" loading="lazy" decoding="async" onError={() => setBrokenUrl(url)} />;
}
