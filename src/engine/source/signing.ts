/** Whether a `signing` setting says what can be done. A slip of the pen in it would refuse every genuine delivery. */
import { isPlace, places } from './places.ts';
import { keyForms } from './signature.ts';

/** What an option may say; null: anything. */
const options: Readonly<Record<string, readonly string[] | null>> = {
  key: keyForms,
  digest: ['hex', 'base64'],
  prefix: null,
};

/** What is wrong with it and what would be right, in the words of a fault of the settings; null for what can be used. */
export function signingFault(signing: string): string | null {
  const [first = '', ...given] = signing.split('|');
  return (first === 'body' || first === 'timestamp.body' ? null : templateFault(first)) ?? optionsFault(given);
}

function templateFault(template: string): string | null {
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => !isPlace(name));
  if (unknown !== undefined) {
    const known = Object.keys(places).map((name) => `{${name}}`);
    return `must not have {${unknown}}: known are ${known.join(', ')}`;
  }
  if (/[{}]/.test(template.replace(/\{[^{}]*\}/g, ''))) return 'must not have a brace that stands alone';
  const hasBody = names.some((name) => name === 'body' || name.startsWith('body:'));
  return hasBody ? null : 'must be body, timestamp.body, or a template with {body}';
}

function optionsFault(given: readonly string[]): string | null {
  const named = new Set<string>();
  for (const option of given) {
    const [name = '', ...rest] = option.split('=');
    const allowed = Object.hasOwn(options, name) && rest.length > 0 ? options[name] : undefined;
    const shown = option === '' ? 'a bar with nothing behind it' : option;
    if (allowed === undefined) return `must not have ${shown}: after a bar stand key=, digest= and prefix= alone`;
    if (allowed !== null && !allowed.includes(rest.join('=')))
      return `must not have ${option}: ${name} is ${allowed.join(' or ')}`;
    if (named.has(name)) return `must not have ${name}= twice`;
    named.add(name);
  }
  return null;
}
