/** Tests how the desk names consumers that share a name, and the steps that share an instruction. */
import { expect, test } from 'vitest';
import type { DeskFeed } from '../../../src/contract/deskState.ts';
import { listSharedNames, listSharedNamesBriefly } from '../../../src/core/listNames.ts';
import { consumersFactOf } from '../../../src/renderer/model/words/consumerFacts.ts';
import { describeClear, describeConfirmation, describeWaiting } from '../../../src/renderer/model/words/takedown.ts';
import { now } from '../states/posts.ts';
import { baseFeed, scenes } from '../states/show.ts';

type Block = DeskFeed['blocked'][number];

const consumer = (id: string, name: string, program: string): Block['waitingFor'][number] => ({
  ...{ id, name, program, canConfirm: true },
});
const pages = ['a', 'b', 'c', 'd', 'e'].map((id) => consumer(id, 'Browser', 'Chrome'));

function blockWaitingFor(waitingFor: Block['waitingFor']): Block {
  const [block] = scenes['onair-risk'].state.feeds[0]?.blocked ?? [];
  if (block === undefined) throw new Error('The scene has no block');
  return { ...block, waitingFor };
}

test('names that several have are said once, with their count', () => {
  expect(listSharedNames(['Browser', 'OBS', 'Browser'])).toBe('2 × Browser and OBS');
  expect(listSharedNamesBriefly(['Browser', 'OBS', 'Browser'])).toBe('2 × Browser, OBS');
  expect(listSharedNames(['A', 'B', 'C', 'D', 'A', 'D'])).toBe('2 × A, B, C and 2 more');
  expect(listSharedNames([])).toBe('');
});

test('five pages of one name are named once in the alarm, with one instruction', () => {
  const block = blockWaitingFor(pages);
  expect(describeWaiting(block, '9 s')).toBe('5 × Browser haven’t confirmed the block after 9 s.');
  expect(describeClear(block)).toBe('Close the page in 5 × Browser (Chrome), then check the programme monitor.');
  expect(describeConfirmation(block, now)).toBe('Not confirmed by 5 × Browser');
});

test('an instruction is said once for all the consumers it is meant for', () => {
  const casparcg = [consumer('x', 'CasparCG 1', 'CasparCG'), consumer('y', 'CasparCG 2', 'CasparCG')];
  expect(describeClear(blockWaitingFor([casparcg[0] as never, pages[0] as never, casparcg[1] as never]))).toBe(
    'Clear the layer on CasparCG 1 and CasparCG 2 and close the page in Browser (Chrome), then check the programme monitor.',
  );
  const others = ['f', 'g'].map((id) => consumer(id, `Wall ${id}`, 'Chrome'));
  expect(describeClear(blockWaitingFor([...pages, ...casparcg, ...others]))).toBe(
    'Close the page in 5 × Browser (Chrome), clear the layer on CasparCG 1 and CasparCG 2 and remove it on 2 more consumers, then check the programme monitor.',
  );
});

test('the strip counts the lost consumers of one name', () => {
  const feed = { ...baseFeed, consumers: [], blocked: [blockWaitingFor(pages)] };
  expect(consumersFactOf(feed, now).note).toBe('5 × Browser lost, not confirmed');
});
