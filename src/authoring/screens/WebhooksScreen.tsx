/** The webhooks screen: each webhook with its delivery status, a form for a new webhook, and the deliveries. */

import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Delivery, Webhook } from '../../core/authoringDocument.ts';
import { say } from '../../core/language/say.ts';
import { isolateName } from '../../core/outsideName.ts';
import { Lamp, type LampKind } from '../../ui/Lamp.tsx';
import { SecondPressButton } from '../../ui/SecondPressButton.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { describeNextTry } from '../state/text.ts';
import { Button } from '../ui/Button.tsx';
import { OneTimeSecretBox } from '../ui/OneTimeSecretBox.tsx';
import { usePage, usePageState } from '../ui/usePage.ts';
import { useList } from '../ui/useService.ts';
import { Deliveries } from './Deliveries.tsx';

export function WebhooksScreen() {
  const webhooks = useList('webhooks') ?? [];
  const pane = useRef<HTMLElement>(null);
  return (
    <main className="service-page is-two" ref={pane}>
      <section className="webhooks" aria-label={say('Webhooks')}>
        <h2>{say('Webhooks {count}', { count: webhooks.length })}</h2>
        {webhooks.map((webhook) => (
          <WebhookCard key={webhook.id} webhook={webhook} />
        ))}
        <NewWebhookForm />
      </section>
      <Deliveries pane={pane} />
    </main>
  );
}

function WebhookCard({ webhook }: { readonly webhook: Webhook }) {
  const { serviceActions } = usePage();
  const { deliveries = [], total = 0 } = useList('deliveries') ?? {};
  const now = usePageState((state) => state.now);
  const ownDeliveries = deliveries.filter(({ webhookId }) => webhookId === webhook.id);
  const today = new Date(now).toDateString();
  const isTodayComplete =
    deliveries.length >= total || deliveries.some((delivery) => !delivery.isLost && !isOnDay(delivery, today));
  const deliveredToday = isTodayComplete
    ? ownDeliveries.filter((delivery) => delivery.state === 'delivered' && isOnDay(delivery, today)).length
    : null;
  const status = describeStatus(webhook, ownDeliveries, deliveredToday, now);
  return (
    <div className="webhook">
      <header>
        <b>{webhook.name}</b>
        <Lamp kind={status.kind} text={status.text} />
      </header>
      <code>{webhook.url}</code>
      <p>{status.note}</p>
      <div className="button-row">
        <Button onPress={() => void serviceActions.testWebhook(webhook.id, webhook.name)}>{say('Send a test')}</Button>
        {webhook.isSetAtStartup ? (
          <span className="setting-note">{say('Set at startup. To change it, restart the service.')}</span>
        ) : (
          <>
            <SecondPressButton
              disabledReason={null}
              armedLabel={say('Press again to replace')}
              sentence={say(
                'Press again within 2 seconds to replace the secret of {name}. Deliveries then no longer use the old one.',
                { name: webhook.name },
              )}
              onPress={() => void serviceActions.replaceSecret(webhook)}
            >
              {say('New secret')}
            </SecondPressButton>
            <SecondPressButton
              disabledReason={null}
              armedLabel={say('Press again to delete')}
              sentence={say('Press again within 2 seconds to delete the webhook {name}.', { name: webhook.name })}
              onPress={() => void serviceActions.deleteWebhook(webhook.id, webhook.name)}
            >
              <Trash2 />
              {say('Delete')}
            </SecondPressButton>
          </>
        )}
      </div>
    </div>
  );
}

type WebhookStatus = { readonly kind: LampKind; readonly text: string; readonly note: string };

/** `ownDeliveries` are newest first; `deliveredToday` is `null` when the loaded log doesn't reach back to midnight. */
function describeStatus(
  { signing }: Webhook,
  ownDeliveries: readonly Delivery[],
  deliveredToday: number | null,
  now: number,
): WebhookStatus {
  const retrying = ownDeliveries.find(({ state }) => state === 'retrying');
  const waiting = ownDeliveries.filter(({ queuePosition }) => queuePosition !== null);
  if (retrying !== undefined) {
    const note = `${describeFailures(retrying)} ${describeNextTry(retrying, now)}.`;
    return { kind: 'warn', text: say('{count} waiting, in order', { count: waiting.length }), note };
  }
  const newest = ownDeliveries.find(({ queuePosition }) => queuePosition === null);
  const signature = describeSignature(signing);
  const lost = ownDeliveries.find(({ isLost }) => isLost);
  if (newest === undefined) return { kind: 'off', text: say('no change sent yet'), note: signature };
  if (lost !== undefined && lost !== newest)
    return {
      kind: 'bad',
      text: say('not all delivered'),
      note: say('The newest version of {collection} was not delivered.', {
        collection: isolateName(lost.collectionName),
      }),
    };
  if (lost?.state === 'failed') {
    const text = lost.lastStatus === null ? say('fails') : say('returns {status}', { status: lost.lastStatus });
    return { kind: 'bad', text, note: say('Each new change is tried once. Correct its address or delete it.') };
  }
  if (lost?.state === 'gaveUp')
    return { kind: 'bad', text: say('gave up'), note: say('The next change is sent as usual.') };
  if (waiting.length > 0) return { kind: 'wait', text: say('sending'), note: signature };
  const note = `${signature} ${describeDelivered(deliveredToday, newest.lastMs)}`.trimEnd();
  return { kind: 'good', text: say('all delivered'), note };
}

/** Why the tries so far failed. 10 s is the service's timeout for one try. */
function describeFailures({ tries, lastStatus, lastFault }: Delivery): string {
  if (lastStatus !== null)
    return say('Last response was {status}, {tries, plural, one {once} other {# times}}.', {
      status: lastStatus,
      tries,
    });
  return lastFault === 'timeout'
    ? say('No response within 10 s, {tries, plural, one {once} other {# times}}.', { tries })
    : say('No connection, {tries, plural, one {once} other {# times}}.', { tries });
}

/** `null` for what is not known; empty if neither is. */
function describeDelivered(today: number | null, lastMs: number | null): string {
  if (lastMs === null)
    return today === null
      ? ''
      : say('{count, plural, one {# delivered today} other {# delivered today}}.', { count: today });
  const ms = Math.round(lastMs);
  return today === null
    ? say('Last in {ms} ms.', { ms })
    : say('{count, plural, one {# delivered today} other {# delivered today}}, last in {ms} ms.', { count: today, ms });
}

function describeSignature(signing: string): string {
  if (signing === 'body') return say('Signs the body.');
  return signing === 'timestamp.body'
    ? say('Signs the time and the body.')
    : say('Signs {template}.', { template: signing });
}

function isOnDay({ eventAt }: Delivery, day: string): boolean {
  return new Date(eventAt).toDateString() === day;
}

const listSignings = () =>
  [
    ['body', say('Body')],
    ['timestamp.body', say('Time.body')],
    ['template', say('Template||of a signature')],
  ] as const;

type Signing = ReturnType<typeof listSignings>[number][0];

function NewWebhookForm() {
  const { serviceActions, dismissWarning } = usePage();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [signing, setSigning] = useState<Signing>('body');
  const [template, setTemplate] = useState('{timestamp}.{event}.{body}');
  const canCreate = name.trim() !== '' && url.trim() !== '';
  const create = async () => {
    const isCreated = await serviceActions.createWebhook({
      name: name.trim(),
      url: url.trim(),
      signing: signing === 'template' ? template : signing,
    });
    if (!isCreated) return;
    setName('');
    setUrl('');
  };
  return (
    <>
      <h2>{say('New webhook')}</h2>
      <OneTimeSecretBox note={say('Copy it to the receiver now. A lost secret must be replaced.')} />
      <form
        className="webhook-form"
        onChange={dismissWarning}
        onSubmit={(event) => {
          event.preventDefault();
          if (canCreate) void create();
        }}
      >
        <label className="form-field">
          <span className="form-label">{say('Name')}</span>
          <input value={name} placeholder={say('Gallery 1')} onChange={(event) => setName(event.target.value)} />
        </label>
        <label className="form-field">
          <span className="form-label">{say('Address')}</span>
          <input
            value={url}
            placeholder="http://10.20.4.19:7412/webhooks/…"
            onChange={(event) => setUrl(event.target.value)}
          />
        </label>
        <div className="form-field">
          <span className="form-label">{say('Signature')}</span>
          <Segments
            className="segments"
            label={say('Signature')}
            choices={listSignings()}
            selected={signing}
            disabledReason={null}
            onSelect={(choice) => {
              dismissWarning();
              setSigning(choice);
            }}
          />
          {signing === 'template' ? (
            <input
              aria-label={say('Template||of a signature')}
              className="is-time"
              value={template}
              onChange={(event) => setTemplate(event.target.value)}
            />
          ) : null}
        </div>
        <Button type="submit" variant="primary" disabledReason={canCreate ? null : say('enter a name and an address')}>
          <Plus />
          {say('Create webhook')}
        </Button>
        <span className="setting-note">
          {say('Its secret is shown once. Private addresses are allowed: this service is local.')}
        </span>
      </form>
    </>
  );
}
