// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Button } from '../../src/ui/Button.tsx';

afterEach(cleanup);

it('is pressed once by Enter, however long it is held down', () => {
  render(
    <Button disabledReason={null} onPress={() => undefined}>
      Next
    </Button>,
  );
  const button = screen.getByRole('button');
  // A browser clicks the button unless the handler prevents it.
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true);
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false);
});
