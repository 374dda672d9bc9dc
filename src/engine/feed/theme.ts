/** Serves the station’s appearance to the overlays: `theme.json`, the logo and the font file. */
import { readFile, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { isSameJson } from '../../core/boundedJson.ts';
import { refuse } from '../http/refuseRequest.ts';
import type { OverlaySettings } from '../settings/overlaySettings.ts';

export type Theme = {
  readonly configure: (settings: OverlaySettings) => void;
  /** Responds to a path below `/overlay/`; false if it is none of the theme’s. */
  readonly serve: (response: ServerResponse, name: string) => boolean;
};

const maxFileBytes = 5_000_000;

type FileKind = 'logo' | 'font';

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

export function createTheme(initial: OverlaySettings): Theme {
  let settings = initial;
  /** Makes the address of a changed file new, because its path can stay the same. */
  let version = 1;
  const files: Readonly<Record<FileKind, () => string | null>> = {
    logo: () => settings.logoFile,
    font: () => settings.fontFile,
  };
  const addressOf = (kind: FileKind): string | null =>
    files[kind]() === null ? null : `/overlay/theme/${kind}?v=${version}`;
  const formatJson = (): string => {
    const { fontFile: _, logoFile: __, ...appearance } = settings;
    return JSON.stringify({ ...appearance, logo: addressOf('logo'), fontFile: addressOf('font') });
  };
  return {
    configure: (next) => {
      if (isSameJson(settings, next)) return;
      settings = next;
      version += 1;
    },
    serve: (response, name) => {
      if (name === 'theme.json') {
        send(response, 'application/json; charset=utf-8', Buffer.from(formatJson()));
        return true;
      }
      const kind = name === 'theme/logo' ? 'logo' : name === 'theme/font' ? 'font' : null;
      if (kind === null) return false;
      void sendFile(response, kind, files[kind]());
      return true;
    },
  };
}

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

/** Responds with 404 if the file is missing, too large or of another type: the overlay then draws without it. */
async function sendFile(response: ServerResponse, kind: FileKind, path: string | null): Promise<void> {
  const bytes = path === null ? null : await readSmallFile(path).catch(() => null);
  const type =
    bytes === null || bytes.length < 12
      ? undefined
      : signatures.find((signature) => signature.kind === kind && signature.starts(bytes))?.type;
  if (bytes === null || type === undefined) return refuse(response, 'FEED_NOT_FOUND');
  send(response, type, bytes);
}

/** Resolves with `null` for a file beyond the limit. Rejects with the system’s error. */
async function readSmallFile(path: string): Promise<Buffer | null> {
  const { size } = await stat(path);
  return size > maxFileBytes ? null : readFile(path);
}
