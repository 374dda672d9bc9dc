// @vitest-environment happy-dom
/** Scrolls the live list until the current post is out of view: the foot of the list says on which side it is. */
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { closeApp, openApp } from '../openApp.tsx';
import { shortList } from '../states/longList.ts';

afterEach(closeApp);

function scrollTo(top: number): void {
  const list = screen.getByRole('listbox', { name: /^Live/ });
  list.scrollTop = top;
  act(() => void fireEvent.scroll(list));
}

it('the foot of live says whether NOW is above or below, and only while it is out of view', async () => {
  await openApp(shortList(40, 0));
  expect(screen.queryByText(/^NOW is/)).toBeNull();
  scrollTo(1000);
  expect(screen.getByText('NOW is above.')).toBeDefined();
  scrollTo(0);
  expect(screen.queryByText(/^NOW is/)).toBeNull();
});

it('the foot of live says that NOW is below', async () => {
  await openApp(shortList(40, 30));
  expect(screen.getByText('NOW is below.')).toBeDefined();
  scrollTo(30 * 70 - 200);
  expect(screen.queryByText(/^NOW is/)).toBeNull();
});
