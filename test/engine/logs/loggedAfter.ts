/** Plays events and returns what the event log says of the last one. */
import { advance } from '../../../src/core/advance.ts';
import { emptyShow, type ShowState } from '../../../src/core/show.ts';
import { describeStep } from '../../../src/engine/logs/eventSentences.ts';
import { eventOf, now } from '../../core/build.ts';

/** The entries about the last of the events, in a show with the feeds `main` and `other` on one collection. */
export function loggedAfter(events: string): readonly string[] {
  const feeds = ['other', 'main'].map((slug) => ({ slug, collectionId: 'col_1' }));
  let previous: ShowState = emptyShow;
  let state = advance(emptyShow, { type: 'feedsConfigured', feeds, at: now }).state;
  let logged: readonly string[] = [];
  for (const text of events.split(', ')) {
    const isOther = text.startsWith('other: ');
    const parsed = eventOf(text.replace('other: ', ''));
    const event = isOther ? { ...parsed, feed: 'other' } : parsed;
    previous = state;
    state = advance(previous, event as typeof parsed).state;
    logged = describeStep({ event: event as typeof parsed, state, previous })
      .filter(({ about }) => about === 'main')
      .map(({ message }) => message);
  }
  return logged;
}
