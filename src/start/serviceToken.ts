/** Reads the authoring token of the built-in service from the environment. */

/** `fault` says why the token can’t be used; `token` is then `null`, as without one. */
export function readServiceToken(environment: Readonly<Record<string, string | undefined>>): {
  readonly token: string | null;
  readonly fault: string | null;
} {
  const text = environment['GREENROOM_SERVICE_TOKEN'];
  if (text === undefined || text === '') return { token: null, fault: null };
  if (/^\S{8,200}$/.test(text)) return { token: text, fault: null };
  return { token: null, fault: 'GREENROOM_SERVICE_TOKEN: not valid. Use 8 to 200 characters without spaces.' };
}
