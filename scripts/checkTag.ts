/** `node scripts/checkTag.ts TAG`: fails unless the tag is the version in package.json, such as v1.2.3. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './runTool.ts';

const tag = process.argv[2] ?? '';
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
if (tag !== `v${version}`) {
  process.stderr.write(
    `The tag is ${JSON.stringify(tag)}, but package.json has the version ${version}. Tag the commit as v${version}, or change the version.\n`,
  );
  process.exitCode = 1;
} else if (version.includes('-')) {
  process.stderr.write(
    `${version} is a pre-release, which would write another channel file than the updates read. Release a version without a suffix.\n`,
  );
  process.exitCode = 1;
}
