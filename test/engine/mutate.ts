/** Changes JSON text at random, into other JSON or into invalid JSON. */
import type { Random } from '../random.ts';

const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** JSON values that replace a value or are inserted as a field. */
const values: readonly [string, ...string[]] = [
  ...(['null', 'true', '0', '-0', '1e308', '1e999', '9007199254740993', '""', '"x"', '[]', '{}', '[null]'] as const),
  ...['"\\ud800"', '"\\u0000"', '"\\ufeff"', '"\\u202e]]>&lt;"', '"</script><!--"', '"=1+1"', '"2026-13-45T99:99:99Z"'],
  ...['"9999-12-31T23:59:59Z"', '{"__proto__":{"toString":1}}', '{"constructor":{"prototype":null}}', deep(40)],
];
const rare: readonly [string, ...string[]] = [
  deep(10_000),
  JSON.stringify('a'.repeat(1_000_000)),
  JSON.stringify('ü\u0301'.repeat(50_000)),
];
const fields: readonly [string, ...string[]] = [
  ...(['__proto__', 'id', 'liveContents', 'stagingContents', 'lastModifiedDate'] as const),
  ...['message', 'media', 'source', 'toJSON', 'extra'],
];

/** Makes one change to a JSON text, which may make it invalid. */
export function mutate(text: string, chance: Random): string {
  const put = chance.between(0, 200) === 0 ? chance.pick(rare) : chance.pick(values);
  const tokens = [...text.matchAll(/"(?:[^"\\]|\\.)*"(?!\s*:)|-?\d+(?:\.\d+)?|\bnull\b|\[\]/g)];
  const token = tokens[chance.between(0, tokens.length - 1)];
  const at = token?.index ?? 0;
  const brace = text.indexOf('{', chance.between(0, text.length - 1));
  switch (chance.between(0, 6)) {
    case 0:
      return text.slice(0, chance.between(0, text.length));
    case 1:
      return text.slice(0, at) + String.fromCharCode(chance.between(0, 0xffff)) + text.slice(at + chance.between(0, 3));
    case 2:
      return `${text.slice(0, brace + 1)}"${chance.pick(fields)}":${put},${text.slice(brace + 1)}`;
    case 3:
      return text.replaceAll(/"live-1"/g, put);
    default:
      return text.slice(0, at) + put + text.slice(at + (token?.[0].length ?? 0));
  }
}
