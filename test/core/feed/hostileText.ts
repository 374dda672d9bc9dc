/** Makes texts that have broken other programs, from a seed. */
import { createRandom, type Random } from '../../random.ts';

const fragments: readonly [string, ...string[]] = [
  ...(['"', '""', "'", ',', ';', '\t', '|', '\n', '\r\n', '\r', '\\', '\\n', '\\u0000'] as const),
  ...['\u0000', '\u0001', '\u0008', '\u001f', '\u007f', '\u0085', '\u009f', '\ufeff', '\ufffe', '\uffff'],
  ...['\u2028', '\u2029', '\u200b', '\u00a0', '\u00ad', '\u200d', '\ufe0f'],
  ...['\ud800', '\udc00', '\udbff\udbff', '\ud83d'],
  ...['\u202e', '\u2066', '\u2067', '\u2069', '\u200e', '\u200f', '\u061c'],
  ...['e\u0301', '\u0335'.repeat(30), 'ﬁ', 'Å', '각'],
  ...['=1+1', '+1', '-1', '@SUM(A1)', '=HYPERLINK("http://evil.example")', '0x1F', '1e308', '007', 'NaN', 'true'],
  ...['<b>', '</item>', '<!--', '-->', '<![CDATA[', ']]>', '&amp;', '&lt;', '&#0;', '&', '<?xml?>', '<!DOCTYPE x>'],
  ...['data: x', ': ping', 'event: state', 'id: 7', 'retry: 1', '{"a":1}', '[]', '__proto__', '#{x}', '%s'],
  ...['👩‍👩‍👧‍👦', '🏳️‍🌈', '🇫🇮', '👍🏽', '💃', '1️⃣'],
  ...['أجمل ليلة', 'ערב טוב', 'बारिश में', 'สวัสดี', '港の花火', '안녕하세요', '你好'],
  ...['word', ' ', '  ', 'Donaudampfschifffahrtsgesellschaft', 'A'.repeat(300), '…', '“quoted”'],
];

function createText(random: Random): string {
  return Array.from({ length: random.between(0, 9) }, () => random.pick(fragments)).join('');
}

export type HostileText = {
  readonly message: string;
  readonly fullName: string | null;
  readonly username: string | null;
};

/** 500 posts’ texts. Every fragment is also a message of its own. */
export function createHostileTexts(seed: number): readonly HostileText[] {
  const random = createRandom(seed);
  return Array.from({ length: 500 }, (_, index) => ({
    message: fragments[index] ?? createText(random),
    fullName: random.pick([null, createText(random), 'Ada Lovelace']),
    username: random.pick([null, createText(random), '@ada']),
  }));
}
