/** Validates the `signing` setting, because a typing error in it would make the listener refuse every genuine delivery. */

import { say } from '../../core/language/say.ts';
import { keyForms } from './signature.ts';
import { isTemplateField, templateFields } from './templateFields.ts';

/** Allowed values of each option; `null` allows any. */
const options: Readonly<Record<string, readonly string[] | null>> = {
  key: keyForms,
  digest: ['hex', 'base64'],
  prefix: null,
};

/** The error, worded for a settings fault; `null` if the setting is valid. */
export function findSigningFault(signing: string): string | null {
  const [template = '', ...givenOptions] = signing.split('|');
  const isShortForm = template === 'body' || template === 'timestamp.body';
  return (isShortForm ? null : findTemplateFault(template)) ?? findOptionsFault(givenOptions);
}

function findTemplateFault(template: string): string | null {
  const names = [...template.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const unknown = names.find((name) => !isTemplateField(name));
  if (unknown !== undefined) {
    const validFields = Object.keys(templateFields).map((name) => `{${name}}`);
    return say('must not contain {part}. Valid fields: {fields}', {
      part: `{${unknown}}`,
      fields: validFields.join(', '),
    });
  }
  if (/[{}]/.test(template.replace(/\{[^{}]*\}/g, ''))) return say('must not contain an unmatched brace');
  return names.includes('body')
    ? null
    : say('must be body, timestamp.body, or a template with {field}', { field: '{body}' });
}

function findOptionsFault(givenOptions: readonly string[]): string | null {
  const seenNames = new Set<string>();
  for (const option of givenOptions) {
    const [name = '', ...rest] = option.split('=');
    const allowed = Object.hasOwn(options, name) && rest.length > 0 ? options[name] : undefined;
    const shownOption = option === '' ? say('an empty option') : option;
    if (allowed === undefined)
      return say('must not contain {option}. Only key=, digest= and prefix= can follow a |', { option: shownOption });
    if (allowed !== null && !allowed.includes(rest.join('=')))
      return say('must not contain {option}. Valid values of {name}: {values}', {
        ...{ option, name },
        values: allowed.join(', '),
      });
    if (seenNames.has(name)) return say('must not contain {name}= twice', { name });
    seenNames.add(name);
  }
  return null;
}
