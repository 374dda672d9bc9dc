/** The facts of the setup as a desk shows them. Only the engine imports the schemas, because they need zod. */
import { z } from 'zod';
import type { ReadonlyOutput } from '../core/readonlyOutput.ts';
import type { SecretView } from './secrets.ts';
import { changeSchema } from './settings.ts';

/** The body of the command that chooses a service. */
export const serviceChoiceSchema = z.strictObject({
  baseUrl: z.string().trim().min(1).max(2048).describe('Address of the service.'),
  apiKey: z.string().trim().min(1).max(4096).nullable().default(null).describe('API key; `null` keeps the saved one.'),
  collectionId: z.string().min(1).max(512).describe('Id of the collection.'),
  feed: z.string().min(1).max(64).default('main').describe('Feed that shows the collection.'),
});

export const setupResultSchema = z
  .strictObject({
    isSwitching: z
      .boolean()
      .describe(
        'True if Greenroom now switches between the demo and your own show; desks reconnect within about a second.',
      ),
  })
  .meta({ id: 'SetupResult', description: 'The effect of the choice.' });

export const serviceUsedSchema = setupResultSchema
  .extend({
    changes: z.array(changeSchema).describe('The changes of the settings; none while the demo runs.'),
  })
  .meta({ id: 'ServiceUsed', description: 'The effect of the choice of a service.' });

export type SetupView = {
  readonly isDemo: boolean;
  /** The flag that decides what the next start runs, such as `--demo`; `null` if the saved settings decide. */
  readonly startFlag: string | null;
  /** Milliseconds from the launch, or from the choice of this show, until its feed was served; `null` before. */
  readonly readyAfterMs: number | null;
  /** The address of the operator’s own service; empty until one was chosen. */
  readonly baseUrl: string;
  readonly apiKey: SecretView;
};

export type SetupResult = ReadonlyOutput<typeof setupResultSchema>;
