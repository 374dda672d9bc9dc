/** The source: how the service is kept up with, switched here at once, and what each way would mean. */
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import type { SourceMode } from '../../core/source.ts';
import { useDesk, useHands } from '../state/desk.ts';
import { clockTime, duration } from '../words/time.ts';
import { CopyButton } from './CopyButton.tsx';
import { Panel } from './Panel.tsx';

const modes: readonly {
  readonly mode: SourceMode;
  readonly name: string;
  readonly words: string;
  readonly needs: string;
}[] = [
  {
    mode: 'poll',
    name: 'Poll',
    words: 'Greenroom asks the service again and again. Nothing has to reach this machine.',
    needs: 'an API key',
  },
  {
    mode: 'push',
    name: 'Push',
    words: 'The service tells Greenroom of each change, at once. One request at start and one now and then make sure.',
    needs: 'a webhook secret, and a way in from the service',
  },
  {
    mode: 'hybrid',
    name: 'Hybrid',
    words: 'Told at once, and asked as in poll. If deliveries stop, polling carries on alone.',
    needs: 'both',
  },
];

export function SourcePanel() {
  const { state, nowMs, isCutOff, offers } = useDesk();
  const { press } = useHands();
  const { source } = state;
  const ageMs = (source.confirmedAgeMs ?? 0) + Math.max(0, nowMs - Date.parse(state.at));
  const facts: readonly (readonly [string, string])[] = [
    ['Service', source.baseUrl === '' ? 'no address is set' : source.baseUrl],
    [
      'Last answer',
      source.lastConfirmedAt === null ? 'none yet' : `${clockTime(source.lastConfirmedAt)}, ${duration(ageMs)} ago`,
    ],
    [
      'Next check',
      source.nextCheckAt === null ? 'none is planned' : `in ${duration(Date.parse(source.nextCheckAt) - nowMs)}`,
    ],
    ['Took', source.latencyMs === null ? 'not known' : `${Math.round(source.latencyMs)} ms`],
  ];
  return (
    <Panel label="Source" title="SOURCE" note="Switching drops nothing and repeats nothing">
      <h3>How it is kept up with</h3>
      <Modes />
      <h3>Now</h3>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="row-of-buttons">
        <button
          type="button"
          className="button"
          disabled={isCutOff || offers.checkNow.reason !== null}
          onClick={() => press('checkNow')}
        >
          <RefreshCw className="icon" aria-hidden="true" />
          Check now
        </button>
      </div>
      <Listener />
    </Panel>
  );
}

function Modes() {
  const { state, isCutOff } = useDesk();
  const { client } = useHands();
  const [refused, setRefused] = useState<string | null>(null);
  const choose = (mode: SourceMode): void => {
    setRefused(null);
    client.command('setMode', { mode }).then(
      (answer) => setRefused(answer.ok ? null : `${answer.message} ${answer.nextStep}`),
      () => setRefused('The engine did not answer. The mode is as it was.'),
    );
  };
  return (
    <div className="choices" role="radiogroup" aria-label="Mode">
      {modes.map(({ mode, name, words, needs }) => {
        const isOn = state.source.mode === mode;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a choice acts at once and is lit only when the engine says so, which an input would not wait for
          <button
            type="button"
            role="radio"
            aria-checked={isOn}
            key={mode}
            className={`choice${isOn ? ' is-on' : ''}`}
            disabled={isCutOff}
            onClick={() => {
              if (!isOn) choose(mode);
            }}
          >
            <span className="choice-dot" aria-hidden="true" />
            <span>
              <b>{name}</b>
              <small>{words}</small>
              <small>Needs {needs}.</small>
            </span>
          </button>
        );
      })}
      {refused !== null && <p className="choices-refused">{refused}</p>}
    </div>
  );
}

function Listener() {
  const { state } = useDesk();
  const { webhook } = state.source;
  if (webhook === null)
    return <p className="advice">In poll mode nothing listens: no port is open towards the service.</p>;
  const outside = webhook.reachedFromOutside;
  return (
    <section>
      <h3>Deliveries</h3>
      <div className="address">
        <span className="address-label">{webhook.isListening ? 'Listening at' : 'Not listening'}</span>
        <code>{webhook.address}</code>
        <CopyButton words={webhook.address} name="Copy the webhook’s address" label="Copy" />
      </div>
      <p>
        {webhook.accepted} accepted, {webhook.refused} refused.{' '}
        {webhook.lastAcceptedAt === null
          ? 'None has come yet.'
          : `The last one came at ${clockTime(webhook.lastAcceptedAt)}.`}{' '}
        {outside === null
          ? 'Nothing from another machine has arrived yet.'
          : `Reached from ${outside.from} at ${clockTime(outside.at)}.`}
      </p>
    </section>
  );
}
