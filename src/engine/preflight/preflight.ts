/** Runs every check of a preflight, each for a bounded time. It reads and requests; nothing on air changes. */
import type { Preflight, PreflightCheck, PreflightInput } from '../../contract/preflight.ts';
import type { ServiceCheck } from '../../contract/secrets.ts';
import type { FeedState } from '../../core/feedState.ts';
import { formatNumber } from '../../core/formatNumber.ts';
import { say } from '../../core/language/say.ts';
import { postName } from '../../core/postName.ts';
import { worstOf } from '../../core/preflightVerdict.ts';
import { feedOf, snapshotOf } from '../../core/show.ts';
import { confirmationOf } from '../../core/source.ts';
import { targetsOf } from '../../core/targets.ts';
import type { FeedServer } from '../feed/server.ts';
import type { MediaCache } from '../media/cache.ts';
import type { Ports } from '../ports.ts';
import type { ServiceSetup } from '../serviceSetup.ts';
import type { SettingsService } from '../settings/settingsService.ts';
import type { Source } from '../source.ts';
import type { Store } from '../store.ts';
import type { Updates } from '../updates.ts';
import { waitAtMost } from '../waitAtMost.ts';
import { checkCollection, checkConsumers, checkOnAir, checkTakedowns } from './feedChecks.ts';
import { type Finding, warning, withProblems } from './findings.ts';
import { checkFit } from './fitChecks.ts';
import { checkBackup, checkDisk, checkPorts, checkUpdate, withDiskProblems } from './machineChecks.ts';
import { checkPlayback, checkStored, findBrokenAvatars, mediaOf, withAvatars } from './mediaChecks.ts';
import { checkOtherProblems, type ProblemOwner, problemsOf, problemsOfCollection } from './otherProblems.ts';
import { checkService, type ServiceFindings } from './serviceChecks.ts';
import { requestTestDelivery } from './testDelivery.ts';
import { checkWebhook, type WebhookFindings } from './webhookCheck.ts';

export type PreflightRunner = {
  /** The last run since Greenroom started; `null` before the first. */
  readonly last: () => Preflight | null;
  /** Never rejects. */
  readonly run: (input: PreflightInput, by: string) => Promise<Preflight>;
};

export type PreflightDeps = {
  readonly store: Pick<Store, 'state'>;
  readonly setup: Pick<ServiceSetup, 'check'>;
  readonly settings: Pick<SettingsService, 'inUse' | 'listBackups'>;
  readonly feedServer: Pick<FeedServer, 'consumers' | 'takedowns' | 'base'>;
  readonly media: Pick<MediaCache, 'measure' | 'failureOf'>;
  readonly updates: Pick<Updates, 'view'>;
  /** Resolves with the status of a request to the webhook’s own address. Rejects if nothing answers there. */
  readonly probeWebhook: Source['probeWebhook'];
  /** Address of the desk and control port; `null` while it is closed. */
  readonly deskBase: () => string | null;
  /** Address of the built-in service’s page with its token; `null` without that service. */
  readonly servicePage: string | null;
  readonly ports: Ports;
};

/** Each check ends after this. */
const limitMs = 10_000;

const createLate = (): Finding =>
  warning(
    say('Not checked: no result within {seconds} s', { seconds: limitMs / 1000 }),
    say('Test again. If it continues, check the disk and the network of this machine.'),
  );

export function createPreflight(deps: PreflightDeps): PreflightRunner {
  const { store, settings, updates, ports, servicePage } = deps;
  let last: Preflight | null = null;

  const withLimit = <Value>(work: Promise<Value>, otherwise: Value): Promise<Value> =>
    waitAtMost(
      ports.clock,
      limitMs,
      work.catch(() => otherwise),
      () => otherwise,
    );
  const check = (id: string, title: string, feed: string | null, finding: Finding): PreflightCheck => {
    return { id, title, ...finding, feed };
  };

  const checkTheService = async (): Promise<ServiceFindings> => {
    const { source } = store.state();
    const send = (): Promise<ServiceCheck> => deps.setup.check(null, null);
    const hasKey = await ports.secrets.apiKey().then(
      (key) => key !== null,
      () => true,
    );
    const first = await send();
    return checkService(source, hasKey, first, first.ok ? await send() : first);
  };
  const testWebhook = async (): Promise<WebhookFindings> => {
    const { mode, webhook } = store.state().source;
    if (mode === 'poll') return { isAnswering: null, test: null };
    if (webhook?.isListening !== true) return { isAnswering: false, test: null };
    const { address } = webhook;
    const signal = AbortSignal.timeout(limitMs / 2);
    const isAnswering = (await deps.probeWebhook(signal)) === 405;
    if (!isAnswering || servicePage === null) return { isAnswering, test: null };
    const testSignal = AbortSignal.timeout(limitMs / 2);
    return { isAnswering, test: await requestTestDelivery(servicePage, address, testSignal).catch(() => null) };
  };

  const checkMachine = async (): Promise<readonly PreflightCheck[]> => {
    const nowMs = ports.clock.now();
    const late = createLate();
    const [service, webhook, stored, backups] = await Promise.all([
      withLimit<ServiceFindings>(checkTheService(), { service: late, key: late, clock: late, cache: late }),
      withLimit<WebhookFindings>(testWebhook(), { isAnswering: false, test: null }),
      withLimit(deps.media.measure(), null),
      withLimit(settings.listBackups(), null),
    ]);
    const { problems, source } = store.state();
    const { media } = settings.inUse();
    const openPorts = [
      { name: say('feed'), base: deps.feedServer.base() },
      { name: say('desk'), base: deps.deskBase() },
      { name: say('webhook'), base: source.webhook?.isListening === true ? source.webhook.address : null },
    ];
    const checkKnown = (id: ProblemOwner, title: string, finding: Finding): PreflightCheck =>
      check(id, title, null, withProblems(finding, problemsOf(id, problems)));
    return [
      check('service', say('Service'), null, service.service),
      check('key', say('API key'), null, service.key),
      checkKnown('clock', say('Clock'), service.clock),
      checkKnown('cache', say('Cache on the way'), service.cache),
      check('webhook', say('Webhook reachable'), null, checkWebhook(source, webhook, nowMs)),
      checkKnown('ports', say('Ports'), checkPorts(openPorts)),
      check(
        'disk',
        say('Disk'),
        null,
        withDiskProblems(
          stored === null ? late : checkDisk(stored, media.quotaMegabytes),
          problemsOf('disk', problems),
        ),
      ),
      checkKnown('backup', say('Backup'), backups === null ? late : checkBackup(backups[0]?.at ?? null, nowMs)),
      checkKnown('update', say('Update'), checkUpdate(updates.view())),
    ];
  };

  const checkFeed = (feed: FeedState, { target, fit }: PreflightInput): readonly PreflightCheck[] => {
    const { slug, collectionId } = feed;
    const state = store.state();
    const { problems, media } = state;
    const snapshot = collectionId === null ? null : snapshotOf(state, collectionId);
    const blocked = new Set(feed.blocks.map(({ itemId }) => itemId));
    const items = [...(snapshot?.collection.staging ?? []), ...feed.live.items].filter(({ id }) => !blocked.has(id));
    const nameOf = (id: string): string => postName(id, slug, state);
    const consumers = deps.feedServer.consumers(slug);
    const targets = target === null ? targetsOf(consumers.map(({ program }) => program)) : [target];
    const all = mediaOf(items, media, deps.media.failureOf);
    const [pictures, videos] = [all.filter(({ isVideo }) => !isVideo), all.filter(({ isVideo }) => isVideo)];
    const { rotation } = feed.playHead;
    const fits = checkFit(fit.find((measured) => measured.feed === slug) ?? null, items);
    const { freshness } = confirmationOf(state.source, collectionId);
    const lateConsumers = problemsOf('consumers', problems).filter(({ about }) => about === `feed:${slug}`);
    const ownProblems = collectionId === null ? [] : problemsOfCollection(collectionId, freshness, problems);
    return [
      check('collection', say('Collection'), slug, checkCollection(snapshot, feed, freshness, ownProblems)),
      check('onAir', say('On air'), slug, checkOnAir(feed)),
      check(
        'pictures',
        say('Pictures, {count}', { count: formatNumber(pictures.length) }),
        slug,
        withAvatars(checkStored(pictures, 'picture'), findBrokenAvatars(items, media, deps.media.failureOf)),
      ),
      check(
        'videos',
        say('Videos, {count}', { count: formatNumber(videos.length) }),
        slug,
        checkStored(videos, 'video'),
      ),
      check('playback', say('Video plays'), slug, checkPlayback(videos, targets, rotation?.seconds ?? null)),
      check('text', say('Text fits'), slug, fits.text),
      check('fonts', say('Fonts'), slug, fits.fonts),
      check('crop', say('Picture shapes'), slug, fits.crop),
      check(
        'consumers',
        say('Consumers'),
        slug,
        withProblems(checkConsumers(consumers, feed.onAir.revision), lateConsumers),
      ),
      check('takedowns', say('Takedowns'), slug, checkTakedowns(deps.feedServer.takedowns(slug), feed.blocks, nameOf)),
    ];
  };

  const runChecks = async (input: PreflightInput, by: string): Promise<Preflight> => {
    const machine = await checkMachine();
    const state = store.state();
    const wanted = input.feed === null ? null : feedOf(state, input.feed);
    const feeds = wanted === null ? state.feeds : [wanted];
    const checks = [
      ...machine,
      ...feeds.flatMap((feed) => checkFeed(feed, input)),
      ...checkOtherProblems(state.problems),
    ];
    const at = new Date(ports.clock.now()).toISOString();
    last = { at, by, target: input.target, verdict: worstOf(checks.map(({ verdict }) => verdict)), checks };
    return last;
  };

  return { last: () => last, run: runChecks };
}
