/** Checks everything that could go wrong in the show, in one list that can be printed. */

import { CircleAlert, CircleCheck, Loader, Printer, RefreshCw, TriangleAlert } from 'lucide-react';
import type { Preflight, PreflightCheck, PreflightVerdict } from '../../../contract/preflight.ts';
import { countVerdicts, describeVerdict } from '../../../core/preflightVerdict.ts';
import { type Target, targetNames, targets } from '../../../core/targets.ts';
import { formatDayTime } from '../../../core/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lamp, type LampKind } from '../../../ui/Lamp.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { chooseTarget, useTargetChoice } from '../../stores/targetChoice.ts';
import { useComputed, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { Page } from '../Page.tsx';
import { PreflightSchedule } from './PreflightSchedule.tsx';
import { usePreflight } from './usePreflight.ts';

export function PreflightScreen() {
  const { last, isTesting, test } = usePreflight();
  const isDisconnected = useIsDisconnected();
  const disabledReason = isDisconnected ? 'not connected' : isTesting ? 'the test is running' : null;
  return (
    <Page
      title="Preflight"
      lead="Checks everything that could go wrong in the show. Changes nothing on air."
      aside={
        <>
          <TargetChoice />
          <Button disabledReason={last === null ? 'nothing was tested yet' : null} onPress={() => window.print()}>
            <Printer />
            Print
          </Button>
          <Button className="button is-primary" disabledReason={disabledReason} onPress={test}>
            <RefreshCw />
            {isTesting ? 'Testing' : 'Test again'}
          </Button>
        </>
      }
    >
      <div className="preflight" aria-busy={isTesting}>
        <Verdict last={last} isTesting={isTesting} />
        {last !== null && <Checks checks={last.checks} />}
        <PreflightSchedule />
      </div>
    </Page>
  );
}

function TargetChoice() {
  const slug = useDesk(({ feed }) => feed.slug);
  const chosen = useTargetChoice(({ bySlug }) => bySlug[slug] ?? null);
  return (
    <Segments
      className="segments"
      label="Graphics run in"
      choices={[
        ['', 'All that read'],
        ...targets.map((target) => [target, target === 'browser' ? 'Browser' : targetNames[target]] as const),
      ]}
      selected={chosen ?? ''}
      disabledReason={null}
      onSelect={(target: Target | '') => chooseTarget(slug, target === '' ? null : target)}
    />
  );
}

/** A page of paper needs the day, too. */
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });

const verdictIcons = { good: CircleCheck, warning: TriangleAlert, fault: CircleAlert } as const;

function Verdict({ last, isTesting }: { readonly last: Preflight | null; readonly isTesting: boolean }) {
  const tested = useComputed((_, nowMs) => (last === null ? '' : formatDayTime(last.at, nowMs)));
  const feeds = [...new Set((last?.checks ?? []).flatMap(({ feed }) => feed ?? []))];
  if (last === null || isTesting) {
    return (
      <p className="verdict" role="status">
        <Loader />
        <span>{isTesting ? 'Testing.' : 'Not tested yet.'}</span>
      </p>
    );
  }
  const { good, warning, fault } = countVerdicts(last.checks);
  const Icon = verdictIcons[last.verdict];
  const countOf = (count: number, name: string): string => `${count} ${name}${count === 1 ? '' : 's'}`;
  return (
    <p className={`verdict is-${last.verdict}`} role="status">
      <Icon />
      <span>
        <b>{describeVerdict(last.checks)}.</b> {good} good, {countOf(warning, 'warning')}, {countOf(fault, 'fault')}.
        Tested {tested}
        <span className="on-paper"> on {day.format(new Date(last.at))}</span> by {last.by} for{' '}
        {feeds.length === 1 ? 'feed' : 'feeds'} {feeds.join(', ')}.
      </span>
    </p>
  );
}

const lamps: Readonly<Record<PreflightVerdict, readonly [LampKind, string]>> = {
  good: ['good', 'Good'],
  warning: ['warn', 'Warning'],
  fault: ['bad', 'Fault'],
};

function Checks({ checks }: { readonly checks: readonly PreflightCheck[] }) {
  const hasFeeds = new Set(checks.flatMap(({ feed }) => feed ?? [])).size > 1;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keys
    <section className="preflight-rows" tabIndex={0} aria-label="Checks">
      <table className="data-table checks">
        <thead>
          <tr>
            <th>Result</th>
            <th>Check</th>
            <th>Found</th>
            <th>Next step</th>
          </tr>
        </thead>
        <tbody>
          {checks.map(({ id, title, verdict, message, nextStep, feed }) => {
            const [kind, word] = lamps[verdict];
            return (
              <tr key={`${id} ${feed} ${message}`} className={`is-${verdict}`}>
                <td>
                  <Lamp kind={kind} text={word} />
                </td>
                <th scope="row">{hasFeeds && feed !== null ? `${feed}: ${title}` : title}</th>
                <td dir="auto">{message}</td>
                <td>{nextStep}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
