// @vitest-environment happy-dom
/** Tests the panel of the connected desks. */
import { screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { closeApp, openApp } from '../openApp.tsx';
import { scenes } from '../states/show.ts';

afterEach(closeApp);

it('names the last action of a desk, and nothing of a desk without one, which can have acted before a restart', async () => {
  const scene = scenes['two-desks'];
  const [you, other] = scene.state.desks;
  if (you === undefined || other === undefined) throw new Error('there are two desks');
  await openApp({ ...scene, state: { ...scene.state, desks: [{ ...you, lastAction: null }, other] } });
  const panel = within(screen.getByRole('region', { name: 'Desks' }));
  const rows = [you, other].map(({ name }) => panel.getByText(name, { exact: false }).parentElement?.textContent);
  expect(rows).toEqual(['Marit Lund, you', expect.stringMatching(/^Ines Halvorsen.*ago$/)]);
});
