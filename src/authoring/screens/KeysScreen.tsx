/** The API keys screen: create and revoke keys. */

import { Key } from 'lucide-react';
import { useState } from 'react';
import { say } from '../../core/language/say.ts';
import { formatAge, formatDayTime } from '../../core/time.ts';
import { Button } from '../../ui/Button.tsx';
import { SecondPressButton } from '../../ui/SecondPressButton.tsx';
import { OneTimeSecretBox } from '../ui/OneTimeSecretBox.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';
import { useList, useOrganisation } from '../ui/useService.ts';

export function KeysScreen() {
  const { serviceActions } = usePage();
  const keys = useList('keys') ?? [];
  const organisation = useOrganisation();
  const now = usePageState((state) => state.now);
  const [name, setName] = useState('');
  const create = async () => {
    if (await serviceActions.createKey(name.trim())) setName('');
  };
  return (
    <main className="service-page">
      <section className="narrow">
        <h2>{say('API keys')}</h2>
        <p className="part-lead">
          {say(
            'An API key can read {organisation}’s collections, nothing else. It can’t write: this page writes with its own token.',
            { organisation: organisation ?? '' },
          )}
        </p>
        <table className="data-table">
          <thead>
            <tr>
              <th>{say('Name')}</th>
              <th>{say('Ends in')}</th>
              <th>{say('Created||an API key')}</th>
              <th>{say('Last used')}</th>
              <th>
                <span className="visually-hidden">{say('Revoke')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {keys.map((key) => (
              <tr key={key.id}>
                <th scope="row">{key.name}</th>
                <td className="mono">{key.endsWith === '' ? say('not shown') : `…${key.endsWith}`}</td>
                <td>{key.createdAt === null ? say('at startup') : formatDayTime(key.createdAt, now)}</td>
                <td>{key.lastUsedAt === null ? say('never') : formatAge(key.lastUsedAt, now, true)}</td>
                <td>
                  {key.isSetAtStartup ? (
                    say('set at startup')
                  ) : (
                    <SecondPressButton
                      disabledReason={null}
                      armedLabel={say('Press again to revoke')}
                      sentence={say('Press again within 2 seconds to revoke the API key {name}.', { name: key.name })}
                      onPress={() => void serviceActions.revokeKey(key.id, key.name)}
                    >
                      {say('Revoke')}
                    </SecondPressButton>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
        <OneTimeSecretBox note={say('Copy it now. Only its hash is stored, so a lost key must be replaced.')} />
        <form
          className="webhook-form is-line"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') void create();
          }}
        >
          <label className="form-field">
            <span className="form-label">{say('New key’s name')}</span>
            <input
              value={name}
              placeholder={say('who will use it')}
              onChange={(event) => setName(event.target.value)}
            />
          </label>
          <Button type="submit" disabledReason={name.trim() === '' ? say('enter a name') : null}>
            <Key />
            {say('Create key')}
          </Button>
          <span className="setting-note">
            {say('Revoking takes effect immediately: the next request gets 401 INVALID_API_KEY.')}
          </span>
        </form>
        <h2>{say('Try it')}</h2>
        <pre className="curl">curl -H 'X-API-Key: gk_…' {location.origin}/v1/collections</pre>
      </section>
    </main>
  );
}
