import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { rightNames } from '../../src/core/commands/commandRow.ts';
import { loadTranslations } from '../../src/core/language/loadTranslations.ts';
import { say, setLanguage } from '../../src/core/language/say.ts';
import { listRecipes, recipeTargets, splitStep } from '../../src/core/recipes.ts';

const facts = {
  feed: 'main',
  feedBase: 'http://127.0.0.1:7411',
  controlBase: 'http://127.0.0.1:7413',
  token: null,
  requiresToken: false,
};
const recipeOf = (target: string, changes: Partial<typeof facts> | object = {}) => {
  const found = listRecipes({ ...facts, ...changes }).find((recipe) => recipe.target === target);
  if (found === undefined) throw new Error(target);
  return found;
};
const valuesOf = (target: string, changes = {}) => recipeOf(target, changes).addresses.map(({ value }) => value);

describe('the recipes of a feed', () => {
  it('are one for each target, in the order of the desk', () => {
    expect(listRecipes(facts).map(({ target }) => target)).toEqual(recipeTargets);
  });

  it('contain the host and port in full', () => {
    expect(valuesOf('vmix-data')).toEqual([
      'http://127.0.0.1:7411/feeds/main/vmix.json?rows=12&name=vMix',
      'http://127.0.0.1:7411/feeds/main/vmix-current.json?name=vMix-current',
    ]);
    expect(valuesOf('casparcg')).toContain('CG 1-20 ADD 0 "http://127.0.0.1:7411/overlay/card?feed=main" 0');
    expect(valuesOf('http')).toContain('ws://127.0.0.1:7411/feeds/main/socket');
    expect(valuesOf('companion')).toEqual(['http://127.0.0.1:7413']);
  });

  it('name the right of Companion’s token as the screen that creates it, in each language', async () => {
    for (const language of ['en', 'de', 'es', 'fr'] as const) {
      setLanguage(language, await loadTranslations(language));
      expect(recipeOf('companion').steps[0]).toContain(`**${say(rightNames.operate)}**`);
    }
    setLanguage('en', {});
  });

  it('have no address while the port is closed, and Companion’s first step opens its port', () => {
    const closed = listRecipes({ ...facts, feedBase: null, controlBase: null });
    expect(closed.flatMap(({ addresses }) => addresses)).toEqual([]);
    expect(recipeOf('companion', { controlBase: null }).steps[0]).toContain('Open the port');
    expect(recipeOf('companion').steps.join()).not.toContain('Open the port');
  });

  it('add the token of the page to each address of the feed, inside a command too', () => {
    const token = { token: 'a b&c' };
    expect(valuesOf('vmix-data', token)).toEqual([
      'http://127.0.0.1:7411/feeds/main/vmix.json?rows=12&name=vMix&token=a%20b%26c',
      'http://127.0.0.1:7411/feeds/main/vmix-current.json?name=vMix-current&token=a%20b%26c',
    ]);
    expect(valuesOf('casparcg', token)[0]).toBe(
      'CG 1-20 ADD 0 "http://127.0.0.1:7411/overlay/card?feed=main&token=a%20b%26c" 0',
    );
  });

  it('say where to add the read token only when one is required and the address has none', () => {
    const saysToken = (changes: object) =>
      listRecipes({ ...facts, ...changes })
        .filter(({ steps }) => steps.some((step) => step.includes('read token')))
        .map(({ target }) => target);
    expect(saysToken({})).toEqual([]);
    expect(saysToken({ requiresToken: true, token: 'abc' })).toEqual([]);
    expect(saysToken({ requiresToken: true })).toEqual(recipeTargets.filter((target) => target !== 'companion'));
  });

  it('mark the words of the program and what is typed', () => {
    expect(splitStep('Press **OK**, and type `PING`.')).toEqual([
      { kind: 'text', text: 'Press ' },
      { kind: 'name', text: 'OK' },
      { kind: 'text', text: ', and type ' },
      { kind: 'typed', text: 'PING' },
      { kind: 'text', text: '.' },
    ]);
    const parts = listRecipes({ ...facts, requiresToken: true }).flatMap(({ steps }) => steps.flatMap(splitStep));
    expect(parts.filter(({ text }) => /\*\*|`/.test(text))).toEqual([]);
  });
});

/** The page of the documentation that describes each target. */
const pages: Readonly<Record<string, string>> = {
  obs: 'wire-obs.md',
  'vmix-data': 'wire-vmix.md',
  'vmix-browser': 'wire-vmix.md',
  spx: 'wire-spx-ograf.md',
  companion: 'companion.md',
};

describe('the documentation', () => {
  it.each(Object.entries(pages))('names the same parts of %s as its recipe', (target, page) => {
    const text = readFileSync(resolve(import.meta.dirname, '../../docs', page), 'utf8');
    const names = recipeOf(target)
      .steps.flatMap(splitStep)
      .filter(({ kind }) => kind === 'name')
      .map((part) => part.text);
    expect(names.filter((name) => !text.includes(name))).toEqual([]);
  });
});
