/** Names the program of a client by its User-Agent. */

const programs: readonly (readonly [RegExp, string])[] = [
  [/vMix/i, 'vMix'],
  [/CasparCG/i, 'CasparCG'],
  [/\bOBS\b/i, 'OBS'],
  [/python-urllib/i, 'OBS url-text'],
  [/\bLavf\//i, 'FFmpeg'],
  [/^curl\//i, 'curl'],
  [/^Wget\//i, 'wget'],
  [/^Go-http-client\//i, 'Go-http-client'],
  [/^PostmanRuntime\//i, 'Postman'],
  [/^Grafana\b/i, 'Grafana'],
  [/^python\b/i, 'Python'],
  [/Electron\//i, 'Electron'],
  [/Edg\//, 'Edge'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\//, 'Chrome'],
  [/^Mozilla\//, 'Browser'],
];

/** For example `OBS` or `curl`. */
export function readerNameOf(userAgent: string): string {
  for (const [pattern, name] of programs) if (pattern.test(userAgent)) return name;
  const first = /^[\w .+-]{1,40}/.exec(userAgent)?.[0].trim();
  return first === undefined || first === '' ? 'Unknown client' : first;
}

/** Whether the name is that of a known program, and not what an unknown one calls itself. */
export function isNamedProgram(name: string): boolean {
  return programs.some(([, known]) => known === name);
}

/** Whether a reader of the panel object is our module for Companion, or Companion’s generic HTTP connection. */
export function isCompanion(userAgent: string): boolean {
  return /^Greenroom-Companion\b|^got\b/.test(userAgent);
}
