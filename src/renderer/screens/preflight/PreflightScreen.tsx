/** Checks everything that could go wrong in the show, in one list that can be printed. */
import { CircleAlert, CircleCheck, Loader, Printer, RefreshCw, TriangleAlert } from 'lucide-react';
import type { Preflight, PreflightCheck, PreflightVerdict } from '../../../contract/preflight.ts';
import { formatNumber } from '../../../core/formatNumber.ts';
import { createPerLanguage, markMessage, say } from '../../../core/language/say.ts';
import { ownValue } from '../../../core/ownValue.ts';
import { countVerdicts, describeVerdict, sortByVerdict } from '../../../core/preflightVerdict.ts';
import { type Target, targetNames, targets } from '../../../core/targets.ts';
import { formatDayTime } from '../../../core/time.ts';
import { Button } from '../../../ui/Button.tsx';
import { Lamp, type LampKind } from '../../../ui/Lamp.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { chooseTarget, useTargetChoice } from '../../stores/targetChoice.ts';
import { useComputed, useDesk, useIsDisconnected } from '../../stores/useDesk.ts';
import { Page } from '../Page.tsx';
import { PreflightSchedule } from './PreflightSchedule.tsx';
import { usePreflight } from './usePreflight.ts';

export function PreflightScreen() {
  const { last, isTesting, test } = usePreflight();
  const isDisconnected = useIsDisconnected();
  const disabledReason = isDisconnected ? say('not connected') : isTesting ? say('the test is running') : null;
  return (
    <Page
      title={say('Preflight')}
      lead={say('Checks everything that could go wrong in the show. Changes nothing on air.')}
      aside={
        <>
          <TargetChoice />
          <Button disabledReason={last === null ? say('nothing was tested yet') : null} onPress={() => window.print()}>
            <Printer />
            {say('Print')}
          </Button>
          <Button className="button is-primary" disabledReason={disabledReason} onPress={test}>
            <RefreshCw />
            {isTesting ? say('Testing') : say('Test again')}
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
  const chosen = useTargetChoice(({ bySlug }) => ownValue(bySlug, slug) ?? null);
  return (
    <Segments
      className="segments"
      label={say('Graphics run in')}
      choices={[['', say('All that read')], ...targets.map((target) => [target, labelOf(target)] as const)]}
      selected={chosen ?? ''}
      disabledReason={null}
      onSelect={(target: Target | '') => chooseTarget(slug, target === '' ? null : target)}
    />
  );
}

const labelOf = (target: Target): string => (target === 'browser' ? say('Browser') : targetNames[target]);

/** The target of the test, which may not be the chosen one any more. */
function describeTarget(target: Target | null): string {
  return target === null ? say('target: all that read') : say('target {name}', { name: labelOf(target) });
}

/** A page of paper needs the day, too. */
const dayFormat = createPerLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', year: 'numeric' }),
);

const verdictIcons = { good: CircleCheck, warning: TriangleAlert, fault: CircleAlert } as const;

function Verdict({ last, isTesting }: { readonly last: Preflight | null; readonly isTesting: boolean }) {
  const tested = useComputed((_, nowMs) => (last === null ? '' : formatDayTime(last.at, nowMs)));
  const feeds = [...new Set((last?.checks ?? []).flatMap(({ feed }) => feed ?? []))];
  if (last === null || isTesting) {
    return (
      <p className="verdict" role="status">
        <Loader />
        <span>{isTesting ? say('Testing.') : say('Not tested yet.')}</span>
      </p>
    );
  }
  const { good, warning, fault } = countVerdicts(last.checks);
  const Icon = verdictIcons[last.verdict];
  return (
    <p className={`verdict is-${last.verdict}`} role="status">
      <Icon />
      <span>
        {sayNode(
          '<b>{verdict}.</b> {good, plural, one {# good} other {# good}}, {warnings, plural, one {# warning} other {# warnings}}, {faults, plural, one {# fault} other {# faults}}. Tested {tested}<paper> on {day}</paper> by {who} for {feeds, plural, one {feed {names}} other {feeds {names}}}, {target}.',
          {
            ...{ verdict: describeVerdict(last.checks), good, warnings: warning, faults: fault },
            ...{ tested, day: dayFormat().format(new Date(last.at)), who: last.by },
            ...{ feeds: feeds.length, names: feeds.join(', '), target: describeTarget(last.target) },
            b: (children) => <b>{children}</b>,
            paper: (children) => <span className="on-paper">{children}</span>,
          },
        )}
      </span>
    </p>
  );
}

const lamps: Readonly<Record<PreflightVerdict, readonly [LampKind, string]>> = {
  good: ['good', markMessage('Good')],
  warning: ['warn', markMessage('Warning')],
  fault: ['bad', markMessage('Fault')],
};

function Checks({ checks }: { readonly checks: readonly PreflightCheck[] }) {
  const hasFeeds = new Set(checks.flatMap(({ feed }) => feed ?? [])).size > 1;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keys
    <section className="preflight-rows" tabIndex={0} aria-label={say('Checks')}>
      <table className="data-table checks">
        <thead>
          <tr>
            <th>{say('Result')}</th>
            <th>{say('Check')}</th>
            <th>{say('Found')}</th>
            <th>{say('Next step')}</th>
          </tr>
        </thead>
        <tbody>
          {sortByVerdict(checks).map(({ id, title, verdict, message, all, nextStep, feed }) => {
            const [kind, word] = lamps[verdict];
            return (
              <tr key={`${id} ${feed} ${message}`} className={`is-${verdict}`}>
                <td>
                  <Lamp kind={kind} text={say(word)} />
                </td>
                <th scope="row">{hasFeeds && feed !== null ? `${feed}: ${title}` : title}</th>
                <td>{all.length === 0 ? message : <ManyFindings message={message} all={all} />}</td>
                <td>{nextStep}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** The first few findings, and all of them when opened and on paper. */
function ManyFindings({ message, all }: { readonly message: string; readonly all: readonly string[] }) {
  const lines = all.map((text, index) => <li key={`${index} ${text}`}>{text}</li>);
  return (
    <>
      <details className="on-screen">
        <summary>
          {message} <b>{say('Show all {count}', { count: formatNumber(all.length) })}</b>
        </summary>
        <ol>{lines}</ol>
      </details>
      <ol className="on-paper">{lines}</ol>
    </>
  );
}
