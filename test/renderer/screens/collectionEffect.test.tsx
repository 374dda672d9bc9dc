// @vitest-environment happy-dom
/** Tests that the effect of using a collection, which arrives later and can move the buttons, takes no press meant for another one. */
import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { closeApp, commandsOf, openApp, pause, pressKey, settle } from '../openApp.tsx';
import { scenes } from '../states/show.ts';

afterEach(closeApp);

it('does nothing with a press just after the effect has changed', async () => {
  const wire = await openApp(scenes.following);
  const answer = wire.holdQuery('collectionPreview');
  await pressKey('F6');
  await settle();
  fireEvent.click(screen.getByRole('button', { name: 'Harbour Night: crew picks' }));
  await settle();
  const main = within(screen.getByRole('region', { name: 'Feed main' }));
  const press = async (): Promise<void> => {
    fireEvent.click(main.getByRole('button', { name: 'Hold main, then use' }));
    await settle();
  };
  pause();
  act(answer);
  await settle();
  await press();
  expect(commandsOf(wire)).toEqual([]);
  pause();
  await press();
  expect(commandsOf(wire)).toMatchObject([{ name: 'point', input: { collectionId: 'col_8813', hold: true } }]);
});
