/** Reports the show to the desktop app once a second, but only what has changed. */
import { isSameJson } from '../../core/boundedJson.ts';
import type { Engine } from '../../engine/engine.ts';
import type { Cancel, Clock } from '../../engine/ports.ts';
import type { Settings } from '../../engine/settings/settings.ts';
import { type AirSummary, summariseAir } from './airSummary.ts';

export type ShowView = {
  readonly air: AirSummary;
  readonly app: Settings['app'];
  /** The last address of the feed; `null` before it was first open. */
  readonly feedBase: string | null;
};

/** Milliseconds. The engine can be replaced while the app runs, so it is read instead of subscribed to. */
const intervalMs = 1000;

/** `read` returns the show of this moment. Each handler is called at the start, and when its part has changed. */
export function watchShow(
  clock: Clock,
  read: () => {
    readonly engine: Pick<Engine, 'state' | 'consumers' | 'settings' | 'feedBase'>;
    readonly isDemo: boolean;
  },
  handlers: { readonly [Part in keyof ShowView]: (value: ShowView[Part], isFirst: boolean) => void },
): { readonly stop: () => void } {
  let cancel: Cancel = () => undefined;
  let before: ShowView | null = null;
  const check = (): void => {
    const { engine, isDemo } = read();
    const last = before;
    const feedBase = engine.feedBase() ?? last?.feedBase ?? null;
    const view = { air: summariseAir(engine, isDemo), app: engine.settings().app, feedBase };
    before = view;
    cancel = clock.after(intervalMs, check);
    if (last === null || !isSameJson(last.air, view.air)) handlers.air(view.air, last === null);
    if (last === null || !isSameJson(last.app, view.app)) handlers.app(view.app, last === null);
    if (last === null || last.feedBase !== view.feedBase) handlers.feedBase(view.feedBase, last === null);
  };
  check();
  return { stop: () => cancel() };
}
