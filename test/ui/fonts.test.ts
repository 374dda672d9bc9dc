/** Tests that every font family of the desk covers every script, because posts and names come in all of them. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const sheet = readFileSync(new URL('../../src/ui/tokens.css', import.meta.url), 'utf8');

function familiesOf(token: string): readonly string[] {
  const value = new RegExp(`--${token}:([^;]+);`).exec(sheet)?.[1] ?? '';
  return [...value.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name);
}

describe('each font family of the desk', () => {
  it.each(['condensed', 'mono'])('%s falls back to the bundled fonts of every script', (token) => {
    const bundled = familiesOf('sans');
    expect(bundled).toContain('IBM Plex Sans Devanagari');
    expect(familiesOf(token)).toEqual(expect.arrayContaining([...bundled]));
  });
});
