/** Runs once before the tests of the desk's states. */
import { test } from '@playwright/test';
import { buildDeskStates } from './deskStates.ts';

test('builds the desk’s states', buildDeskStates);
