// @vitest-environment happy-dom
/** Tests what a waiting change of a post says. */
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { TextChange } from '../../../src/renderer/screens/TextChange.tsx';
import { scenes } from '../states/show.ts';

afterEach(cleanup);

const [post] = scenes.following.lists.live;
if (post === undefined) throw new Error('no post');

it('a renamed author is shown with the old and the new name', () => {
  const before = { ...post, fullName: 'Ada' };
  const { container, rerender } = render(<TextChange before={before} after={{ ...before, fullName: 'Bo' }} />);
  expect(container.textContent?.replace(/[\u2068\u2069]/g, '')).toBe('name changed: Ada → Bo');
  rerender(<TextChange before={before} after={{ ...before, avatarUrl: '/other' }} />);
  expect(container.textContent).toBe('name, picture or date changed');
});
