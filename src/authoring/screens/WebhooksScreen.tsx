/** The webhooks screen: each webhook with its delivery status, a form for a new webhook, and the deliveries. */
import { Plus, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Delivery, Webhook } from '../../core/authoringDocument.ts';
import { capitalise } from '../../core/capitalise.ts';
import { Lamp, type LampKind } from '../../ui/Lamp.tsx';
import { SecondPressButton } from '../../ui/SecondPressButton.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { describeFailure, describeNextTry } from '../state/text.ts';
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
      <section className="webhooks" aria-label="Webhooks">
        <h2>Webhooks {webhooks.length}</h2>
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
  const isTodayComplete = deliveries.length >= total || deliveries.some((delivery) => !isOnDay(delivery, today));
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
        <Button onPress={() => void serviceActions.testWebhook(webhook.id, webhook.name)}>Send a test</Button>
        {webhook.isSetAtStartup ? (
          <span className="setting-note">Set at startup. To change it, restart the service.</span>
        ) : (
          <>
            <SecondPressButton
              disabledReason={null}
              armedLabel="Press again to replace"
              sentence={`Press again within 2 seconds to replace the secret of ${webhook.name}. Deliveries then no longer use the old one.`}
              onPress={() => void serviceActions.replaceSecret(webhook)}
            >
              New secret
            </SecondPressButton>
            <SecondPressButton
              disabledReason={null}
              armedLabel="Press again to delete"
              sentence={`Press again within 2 seconds to delete the webhook ${webhook.name}.`}
              onPress={() => void serviceActions.deleteWebhook(webhook.id, webhook.name)}
            >
              <Trash2 />
              Delete
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
    const tries = retrying.tries === 1 ? 'once' : `${retrying.tries} times`;
    const note = `${capitalise(describeFailure(retrying))}, ${tries}. ${describeNextTry(retrying, now)}.`;
    return { kind: 'warn', text: `${waiting.length} waiting, in order`, note };
  }
  const newest = ownDeliveries.find(({ queuePosition }) => queuePosition === null);
  const signature = describeSignature(signing);
  if (newest === undefined) return { kind: 'off', text: 'nothing sent yet', note: signature };
  if (newest.state === 'failed') {
    const text = newest.lastStatus === null ? 'fails' : `returns ${newest.lastStatus}`;
    return { kind: 'bad', text, note: 'Each new change is tried once. Correct its address or delete it.' };
  }
  if (newest.state === 'gaveUp') return { kind: 'bad', text: 'gave up', note: 'The next change is sent as usual.' };
  if (waiting.length > 0) return { kind: 'wait', text: 'sending', note: signature };
  const last = newest.lastMs === null ? '' : `last in ${Math.round(newest.lastMs)} ms`;
  const count = deliveredToday === null ? '' : `${deliveredToday} delivered today`;
  const facts = [count, last].filter((part) => part !== '').join(', ');
  const sentence = facts === '' ? '' : ` ${capitalise(facts)}.`;
  return { kind: 'good', text: 'all delivered', note: `${signature}${sentence}` };
}

function describeSignature(signing: string): string {
  if (signing === 'body') return 'Signs the body.';
  return signing === 'timestamp.body' ? 'Signs the time and the body.' : `Signs ${signing}.`;
}

function isOnDay({ eventAt }: Delivery, day: string): boolean {
  return new Date(eventAt).toDateString() === day;
}

const signings = [
  ['body', 'Body'],
  ['timestamp.body', 'Time.body'],
  ['template', 'Template'],
] as const;

function NewWebhookForm() {
  const { serviceActions, dismissWarning } = usePage();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [signing, setSigning] = useState<(typeof signings)[number][0]>('body');
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
      <h2>New webhook</h2>
      <OneTimeSecretBox note="Copy it to the receiver now. A lost secret must be replaced." />
      <form
        className="webhook-form"
        onChange={dismissWarning}
        onSubmit={(event) => {
          event.preventDefault();
          if (canCreate) void create();
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
          <span className="form-label">Signature</span>
          <Segments
            className="segments"
            label="Signature"
            choices={signings}
            selected={signing}
            disabledReason={null}
            onSelect={(choice) => {
              dismissWarning();
              setSigning(choice);
            }}
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
        <Button type="submit" variant="primary" disabledReason={canCreate ? null : 'enter a name and an address'}>
          <Plus />
          Create webhook
        </Button>
        <span className="setting-note">
          Its secret is shown once. Private addresses are allowed: this service is local.
        </span>
      </form>
    </>
  );
}
