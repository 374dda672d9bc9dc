/** Serves the station’s appearance to the overlays, `theme.json`, the logo and the font file, and says when a file can’t be used. */

import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { isSameJson } from '../../core/boundedJson.ts';
import { toAirText } from '../../core/feed/airText.ts';
import { markMessage, type Phrase, sayLater } from '../../core/language/say.ts';
import { describeProblem } from '../../core/problem.ts';
import { describeFileFault } from '../fileFault.ts';
import { refuse } from '../http/refuseRequest.ts';
import type { Ports } from '../ports.ts';
import type { OverlaySettings } from '../settings/overlaySettings.ts';
import type { Store } from '../store.ts';

export type Theme = {
  readonly configure: (settings: OverlaySettings) => void;
  /** Raises a problem for a file that can’t be used, and clears it. Never rejects. */
  readonly check: () => Promise<void>;
  /** Responds to a path below `/overlay/`; false if it is none of the theme’s. */
  readonly serve: (response: ServerResponse, name: string) => boolean;
};

const maxFileBytes = 5_000_000;

const fileKinds = ['logo', 'font'] as const;
type FileKind = (typeof fileKinds)[number];

/** The longest signature. */
const signatureBytes = 12;

/** Types of files that may be served, each with the bytes that it begins with. */
const signatures: readonly {
  readonly kind: FileKind;
  readonly type: string;
  readonly starts: (bytes: Buffer) => boolean;
}[] = [
  {
    kind: 'logo',
    type: 'image/png',
    starts: (bytes) => bytes.subarray(0, 8).equals(Buffer.from('89504e470d0a1a0a', 'hex')),
  },
  { kind: 'logo', type: 'image/jpeg', starts: (bytes) => bytes.subarray(0, 3).equals(Buffer.from('ffd8ff', 'hex')) },
  {
    kind: 'logo',
    type: 'image/webp',
    starts: (bytes) => bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP',
  },
  { kind: 'font', type: 'font/woff2', starts: (bytes) => bytes.toString('latin1', 0, 4) === 'wOF2' },
  { kind: 'font', type: 'font/woff', starts: (bytes) => bytes.toString('latin1', 0, 4) === 'wOFF' },
  { kind: 'font', type: 'font/otf', starts: (bytes) => bytes.toString('latin1', 0, 4) === 'OTTO' },
  { kind: 'font', type: 'font/ttf', starts: (bytes) => bytes.readUInt32BE(0) === 0x00_01_00_00 },
];

export type ThemeDeps = { readonly store: Pick<Store, 'apply'>; readonly ports: Pick<Ports, 'clock' | 'log'> };

export function createTheme(initial: OverlaySettings, { store, ports }: ThemeDeps): Theme {
  let settings = initial;
  /** Makes the address of a changed file new, because its path can stay the same. */
  let version = 1;
  const files: Readonly<Record<FileKind, () => string | null>> = {
    logo: () => settings.logoFile,
    font: () => settings.fontFile,
  };
  const reported = new Map<FileKind, string>();
  const addressOf = (kind: FileKind): string | null =>
    files[kind]() === null ? null : `/overlay/theme/${kind}?v=${version}`;
  const formatJson = (): string => {
    const { fontFile: _, logoFile: __, ...appearance } = settings;
    const label = settings.label === null ? null : toAirText(settings.label);
    return JSON.stringify({ ...appearance, label, logo: addressOf('logo'), fontFile: addressOf('font') });
  };

  const report = (kind: FileKind, path: string | null, fault: Fault | null): void => {
    const found = fault === null ? undefined : `${typeof fault === 'string' ? fault : fault()} ${path}`;
    if (reported.get(kind) === found) return;
    const about = `overlay.${kind}File`;
    if (found === undefined) {
      reported.delete(kind);
      // Overlays load it from its new address.
      version += 1;
      void store.apply({ type: 'problemCleared', code: 'OVERLAY_FILE_UNUSABLE', about });
      return;
    }
    reported.set(kind, found);
    const facts = { kind: sayLater(fileNames[kind]), fault: fault ?? '', path: path ?? '' };
    const problem = describeProblem('OVERLAY_FILE_UNUSABLE', about, new Date(ports.clock.now()).toISOString(), facts);
    ports.log('warn', problem.code, { about, message: problem.message });
    void store.apply({ type: 'problemRaised', problem });
  };

  let isChecking = false;
  let isOutdated = false;
  const check = async (): Promise<void> => {
    isOutdated = true;
    if (isChecking) return;
    isChecking = true;
    while (isOutdated) {
      isOutdated = false;
      for (const kind of fileKinds) {
        const path = files[kind]();
        const fault = path === null ? null : (await examineFile(kind, path)).fault;
        if (path === files[kind]()) report(kind, path, fault);
      }
    }
    isChecking = false;
  };

  return {
    check,
    configure: (next) => {
      if (isSameJson(settings, next)) return;
      settings = next;
      version += 1;
      void check();
    },
    serve: (response, name) => {
      if (name === 'theme.json') {
        send(response, jsonType, Buffer.from(formatJson()));
        // A file can disappear, or come back, while Greenroom runs.
        void check();
        return true;
      }
      const kind = name === 'theme/logo' ? 'logo' : name === 'theme/font' ? 'font' : null;
      if (kind === null) return false;
      void sendFile(response, kind, files[kind]());
      return true;
    },
  };
}

const jsonType = 'application/json; charset=utf-8';

function send(response: ServerResponse, type: string, bytes: Buffer): void {
  response.writeHead(200, {
    'Content-Type': type,
    'Content-Length': bytes.length,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  response.end(bytes);
}

/** Responds with 404 if the file can’t be used: the overlay then draws without it. */
async function sendFile(response: ServerResponse, kind: FileKind, path: string | null): Promise<void> {
  const type = path === null ? null : (await examineFile(kind, path)).type;
  const bytes = path === null || type === null ? null : await readFile(path).catch(() => null);
  if (bytes === null || type === null) return refuse(response, 'FEED_NOT_FOUND');
  send(response, type, bytes);
}

const fileNames: Readonly<Record<FileKind, string>> = {
  logo: markMessage('logo file'),
  font: markMessage('font file'),
};

const wrongType: Readonly<Record<FileKind, string>> = {
  logo: markMessage('it is not a PNG, JPEG or WebP file'),
  font: markMessage('it is not a WOFF2, WOFF, OTF or TTF file'),
};

/** A part of a sentence, or the system’s code. */
type Fault = string | Phrase;

type Examined = { readonly type: string; readonly fault: null } | { readonly type: null; readonly fault: Fault };

/** Reads the beginning of a file only. Resolves with its type, or with why it can’t be used, as part of a sentence. */
async function examineFile(kind: FileKind, path: string): Promise<Examined> {
  const unusable = (fault: Fault): Examined => ({ type: null, fault });
  try {
    const found = await stat(path);
    if (!found.isFile())
      return unusable(found.isDirectory() ? sayLater('it is a directory') : sayLater('it is not a file'));
    if (found.size > maxFileBytes) return unusable(sayLater('it is larger than 5 MB'));
    const chunks: Buffer[] = [];
    for await (const chunk of createReadStream(path, { end: signatureBytes - 1 })) chunks.push(chunk);
    const start = Buffer.concat(chunks);
    const match =
      start.length < signatureBytes
        ? undefined
        : signatures.find((signature) => signature.kind === kind && signature.starts(start));
    return match === undefined ? unusable(sayLater(wrongType[kind])) : { type: match.type, fault: null };
  } catch (error) {
    return unusable(describeFileFault(error) ?? sayLater('it can’t be read'));
  }
}
