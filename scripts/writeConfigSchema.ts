/** Writes resources/config.schema.json from the schema that the code validates with; a test compares the two. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { settingsJsonSchema } from '../src/engine/record/settings.ts';

const file = join(import.meta.dirname, '..', 'resources', 'config.schema.json');
writeFileSync(file, `${JSON.stringify(settingsJsonSchema(), null, 2)}\n`);
