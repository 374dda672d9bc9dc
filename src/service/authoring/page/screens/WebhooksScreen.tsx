/** The screen of webhooks: who is told, how it goes, and a new one. */
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Hook, Sent } from '../api/shapes.ts';
import { clockOf, spanOf } from '../state/time.ts';
import type { LampKind } from '../state/words.ts';
import { Button, TwiceButton } from '../ui/Button.tsx';
import { Lamp } from '../ui/marks.tsx';
import { OnceShown } from '../ui/OnceShown.tsx';
import { Segments } from '../ui/Segments.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';
import { Deliveries } from './Deliveries.tsx';

export function WebhooksScreen() {
  const hooks = usePageState((state) => state.hooks);
  const sent = usePageState((state) => state.sent);
  const now = usePageState((state) => state.now);
  return (
    <main className="service-page is-two">
      <section className="hooks" aria-label="Webhooks">
        <h2>Webhooks {hooks.length}</h2>
        {hooks.map((hook) => (
          <HookCard key={hook.id} hook={hook} sent={sent.filter(({ webhookId }) => webhookId === hook.id)} now={now} />
        ))}
        <NewHook />
      </section>
      <Deliveries />
    </main>
  );
}

const signingWords: Readonly<Record<string, string>> = {
  body: 'Signs the body.',
  'timestamp.body': 'Signs time and body.',
};

function HookCard({ hook, sent, now }: { readonly hook: Hook; readonly sent: readonly Sent[]; readonly now: number }) {
  const { running } = usePage();
  const state = stateOf(sent, now);
  return (
    <div className="hook">
      <header>
        <b>{hook.name}</b>
        <Lamp kind={state.kind} words={state.words} />
      </header>
      <code>{hook.url}</code>
      <p>
        {signingWords[hook.signing] ?? `Signs ${hook.signing}.`} {state.note}
      </p>
      <div className="row-of-buttons">
        <Button onPress={() => void running.testHook(hook.id, hook.name)}>Send a test</Button>
        {hook.isGiven ? (
          <span className="setting-note">Given when the service was started; changed there.</span>
        ) : (
          <>
            <TwiceButton onPress={() => void running.newSecret(hook)}>New secret, twice</TwiceButton>
            <TwiceButton onPress={() => void running.removeHook(hook.id, hook.name)}>
              <Trash2 aria-hidden="true" />
              Remove, twice
            </TwiceButton>
          </>
        )}
      </div>
    </div>
  );
}

function stateOf(
  sent: readonly Sent[],
  now: number,
): { readonly kind: LampKind; readonly words: string; readonly note: string } {
  const retrying = sent.find(({ state }) => state === 'retrying');
  const waiting = sent.filter(({ place }) => place !== null);
  if (retrying !== undefined) {
    const wait = retrying.nextTryAt === null ? 0 : new Date(retrying.nextTryAt).getTime() - now;
    const note = `Not taken ${retrying.tries === 1 ? 'once' : `${retrying.tries} times`}. ${wait <= 0 ? 'Being tried now' : `Next try in ${spanOf(wait)}`}.`;
    return { kind: 'warn', words: `${waiting.length} wait, in order`, note };
  }
  const newest = sent.find(({ place }) => place === null);
  if (newest === undefined) return { kind: 'off', words: 'nothing told yet', note: '' };
  if (newest.state === 'failed') {
    const words = newest.lastStatus === null ? 'refuses' : `refuses: ${newest.lastStatus}`;
    return { kind: 'bad', words, note: 'Each new change is tried once. Correct its address, or remove it.' };
  }
  if (newest.state === 'gaveUp') return { kind: 'bad', words: 'given up', note: 'The next change is tried again.' };
  if (waiting.length > 0) return { kind: 'wait', words: 'being sent', note: '' };
  const at = newest.lastTriedAt === null ? '' : ` at ${clockOf(new Date(newest.lastTriedAt).getTime())}`;
  const took = newest.lastMs === null ? '' : `, in ${Math.round(newest.lastMs)} ms`;
  return { kind: 'good', words: 'all delivered', note: `The last${at}${took}.` };
}

function NewHook() {
  const { running } = usePage();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [signing, setSigning] = useState('body');
  const [template, setTemplate] = useState('{timestamp}.{event}.{body}');
  const canMake = name.trim() !== '' && url.trim() !== '';
  const make = async () => {
    const isMade = await running.makeHook({
      name: name.trim(),
      url: url.trim(),
      signing: signing === 'template' ? template : signing,
    });
    if (!isMade) return;
    setName('');
    setUrl('');
  };
  return (
    <>
      <h2>New webhook</h2>
      <OnceShown what="secret" note="Give it to the receiver now; it is not shown again." />
      <form
        className="hook-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (canMake) void make();
        }}
      >
        <label className="form-field">
          <span className="form-label">Name</span>
          <input value={name} placeholder="Gallery 1" onChange={(event) => setName(event.target.value)} />
        </label>
        <label className="form-field">
          <span className="form-label">Address</span>
          <input
            value={url}
            placeholder="http://10.20.4.19:7412/webhooks/…"
            onChange={(event) => setUrl(event.target.value)}
          />
        </label>
        <div className="form-field">
          <span className="form-label">Signs</span>
          <Segments
            label="Signs"
            value={signing}
            onChoose={setSigning}
            options={[
              { value: 'body', words: 'Body' },
              { value: 'timestamp.body', words: 'Time.body' },
              { value: 'template', words: 'Template' },
            ]}
          />
          {signing === 'template' ? (
            <input
              aria-label="Template"
              className="is-time"
              value={template}
              onChange={(event) => setTemplate(event.target.value)}
            />
          ) : null}
        </div>
        <button type="submit" className="button is-main" disabled={!canMake}>
          <Plus aria-hidden="true" />
          Make webhook
        </button>
        <span className="setting-note">
          Its secret is shown once. Private addresses are allowed: this service is local.
        </span>
      </form>
    </>
  );
}
