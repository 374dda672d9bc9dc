import { describe, expect, it } from 'vitest';
import { looksLike } from '../../src/core/names.ts';

describe('a name that looks like another', () => {
  it.each([
    ['Сontrol', 'Control'],
    ['CΟΝΤROL', 'Control'],
    ['ControI', 'Control'],
    ['Contro1 АPl', 'Control API'],
    ['ОЅС', 'OSC'],
    ['0SC', 'OSC'],
    ['ᴏsᴄ', 'OSC'],
    ['Уоυ', 'You'],
    ['Τһе Ѕеrѵісе', 'The service'],
    ['Grееnrооm', 'Greenroom'],
  ])('is found: %s for %s', (name, other) => expect(looksLike(name, other)).toBe(true));

  it.each([
    ['Контроль', 'Control'],
    ['Controls', 'Control'],
    ['Oscar', 'OSC'],
  ])('is not found: %s for %s', (name, other) => expect(looksLike(name, other)).toBe(false));
});
