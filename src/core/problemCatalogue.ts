/** Every problem by its code. Codes are public: docs/problems.md documents each, and a test compares the two. */
import { commandProblems } from './problems/command.ts';
import { diskProblems } from './problems/disk.ts';
import { engineProblems } from './problems/engine.ts';
import { feedProblems } from './problems/feed.ts';
import { mediaProblems } from './problems/media.ts';
import { overlayProblems } from './problems/overlay.ts';
import { settingsProblems } from './problems/settings.ts';
import { sourceProblems } from './problems/source.ts';
import { updateProblems } from './problems/update.ts';
import { webhookProblems } from './problems/webhook.ts';

export const catalogue = {
  ...sourceProblems,
  ...webhookProblems,
  ...feedProblems,
  ...mediaProblems,
  ...overlayProblems,
  ...diskProblems,
  ...commandProblems,
  ...settingsProblems,
  ...engineProblems,
  ...updateProblems,
} as const;
