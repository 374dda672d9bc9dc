/** Loaded into the soak's processes before Greenroom: on SIGUSR2 it shifts `Date` and reports memory, as the control file says. */
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export type Control = { readonly request: number; readonly offsetMs: number };
export type Report = {
  readonly request: number;
  readonly residentBytes: number;
  readonly heapBytes: number;
  readonly descriptors: number;
};

const file = process.env['GREENROOM_SOAK_CONTROL'] ?? '';
const RealDate = Date;
let offsetMs = 0;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

class ShiftedDate extends RealDate {
  constructor(...args: readonly []) {
    if (args.length === 0) super(ShiftedDate.now());
    else super(...args);
  }
  static override now(): number {
    return RealDate.now() + offsetMs;
  }
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Object.prototype.toString.call(value) === '[object Date]';
  }
}
globalThis.Date = ShiftedDate as DateConstructor;

function readReport(request: number): Report {
  collectGarbage();
  const { rss, heapUsed } = process.memoryUsage();
  return { request, residentBytes: rss, heapBytes: heapUsed, descriptors: readdirSync('/proc/self/fd').length };
}

process.on('SIGUSR2', () => {
  const control = JSON.parse(readFileSync(file, 'utf8')) as Control;
  offsetMs = control.offsetMs;
  writeFileSync(`${file}.new`, JSON.stringify(readReport(control.request)));
  renameSync(`${file}.new`, `${file}.report`);
});
