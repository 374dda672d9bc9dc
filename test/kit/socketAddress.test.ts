import { expect, test } from 'vitest';
import { createSocketAddress } from '../../src/kit/socketAddress.ts';

const introduction = { client: 'c', page: 'p', connection: 3, painted: { revision: 4, run: 'r1' } };

test('a preview gets the current post only and is not introduced', () => {
  expect(
    createSocketAddress(
      'http://127.0.0.1:7411',
      'wall-2',
      { isPreview: true, list: 'current', token: 'a b' },
      introduction,
    ),
  ).toBe('ws://127.0.0.1:7411/feeds/wall-2/socket?items=current&preview=1&token=a+b');
});

test('a page introduces itself and follows changes, over TLS where the base has it', () => {
  expect(createSocketAddress('https://graphics', 'main', { program: 'OBS' }, introduction)).toBe(
    'wss://graphics/feeds/main/socket?mode=changes&client=c&page=p&connection=3&alive=1&program=OBS&painted=4&run=r1',
  );
});
