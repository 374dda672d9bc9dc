/** Measures the posts of the selected feed, then runs a preflight with the result; and knows the last one. */
import { useEffect, useState } from 'react';
import type { Preflight, PreflightInput } from '../../../contract/preflight.ts';
import { fitFaultsOf, maxFaultyFits } from '../../../core/fit.ts';
import { say } from '../../../core/language/say.ts';
import { ownValue } from '../../../core/ownValue.ts';
import { useEngineQuery } from '../../engine/queries.ts';
import { useCommand, useIsSending } from '../../engine/useCommand.ts';
import { currentDesk, type Desk } from '../../stores/desk.ts';
import { measureFits, useFits } from '../../stores/fits.ts';
import { useTargetChoice } from '../../stores/targetChoice.ts';

/** A long list is measured in part. */
const measureLimitMs = 20_000;

export function usePreflight(): {
  readonly last: Preflight | null;
  readonly isTesting: boolean;
  readonly test: () => void;
} {
  const send = useCommand();
  const title = say('Preflight');
  const isSending = useIsSending(title);
  const [isMeasuring, setIsMeasuring] = useState(false);
  const { data } = useEngineQuery('preflight', {}, null);
  const test = (): void => {
    const desk = currentDesk();
    if (desk === null || isMeasuring || isSending) return;
    setIsMeasuring(true);
    void measureFeed(desk)
      .then((input) => send({ title, keyLabel: null, command: { name: 'runPreflight', input } }))
      .finally(() => setIsMeasuring(false));
  };
  // Opening the screen is the one key that checks everything.
  useEffect(test, []);
  return { last: data?.last ?? null, isTesting: isMeasuring || isSending, test };
}

async function measureFeed({ feed, index }: Desk): Promise<PreflightInput> {
  const { slug } = feed;
  const { staging, live } = index.lists;
  const items = [...staging, ...live].filter(({ id }) => !index.blocked.has(id));
  await measureFits(items, measureLimitMs);
  const { fits } = useFits.getState();
  const measured = items.flatMap((item) => {
    const fit = fits.get(item);
    return fit === undefined ? [] : [{ item, fit }];
  });
  const faulty = measured.filter(({ item, fit }) => fitFaultsOf(item, fit, []).length > 0).map(({ fit }) => fit);
  const longest = Math.max(0, ...items.map(({ message }) => message.length));
  const fit = { feed: slug, posts: items.length, measured: measured.length, longest };
  return {
    feed: slug,
    target: ownValue(useTargetChoice.getState().bySlug, slug) ?? null,
    // Without a frame that measures, the engine says that the fit was not checked.
    fit: measured.length === 0 && items.length > 0 ? [] : [{ ...fit, faulty: faulty.slice(0, maxFaultyFits) }],
  };
}
