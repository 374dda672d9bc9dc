/** The screen of keys: who may read, a new key shown once, revoking for good. */
import { Key } from 'lucide-react';
import { useState } from 'react';
import { agoOf, momentOf } from '../state/time.ts';
import { TwiceButton } from '../ui/Button.tsx';
import { OnceShown } from '../ui/OnceShown.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';

export function KeysScreen() {
  const { running } = usePage();
  const keys = usePageState((state) => state.keys);
  const organisation = usePageState((state) => state.organisation);
  const now = usePageState((state) => state.now);
  const [name, setName] = useState('');
  const make = async () => {
    if (await running.makeKey(name.trim())) setName('');
  };
  return (
    <main className="service-page">
      <section className="narrow">
        <h2>Keys</h2>
        <p className="part-lead">
          A key reads the collections of {organisation}, nothing else. It never writes: this page writes with its own
          token.
        </p>
        <table className="checks">
          <thead>
            <tr>
              <th>Name</th>
              <th>Ends in</th>
              <th>Made</th>
              <th>Last used</th>
              <th>
                <span className="out-of-sight">Revoke</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <tr key={key.id}>
                <th scope="row">{key.name}</th>
                <td className="mono">{key.endsWith === '' ? 'not shown' : `…${key.endsWith}`}</td>
                <td>{key.createdAt === null ? 'at start' : momentOf(key.createdAt, now)}</td>
                <td>{key.lastUsedAt === null ? 'never' : agoOf(key.lastUsedAt, now)}</td>
                <td>
                  {key.isGiven ? (
                    'given at start'
                  ) : (
                    <TwiceButton onPress={() => void running.revokeKey(key.id, key.name)}>Revoke, twice</TwiceButton>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <OnceShown what="the key" note="Copy it now. It is kept only as a hash; a lost key is replaced, never shown." />
        <form
          className="hook-form is-line"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') void make();
          }}
        >
          <label className="form-field">
            <span className="form-label">Name of a new key</span>
            <input value={name} placeholder="who will use it" onChange={(event) => setName(event.target.value)} />
          </label>
          <button type="submit" className="button" disabled={name.trim() === ''}>
            <Key aria-hidden="true" />
            Make key
          </button>
          <span className="setting-note">
            Revoking works at once: the next request is answered 401 INVALID_API_KEY.
          </span>
        </form>
        <h2>Read with it</h2>
        <pre className="curl">curl -H 'X-API-Key: …' {location.origin}/v1/collections</pre>
      </section>
    </main>
  );
}
