/** Checks this machine: ports, disk, settings backup and update. */

import type { StoredMedia } from '../../contract/queries.ts';
import type { UpdateView } from '../../contract/updates.ts';
import { formatNumber } from '../../core/formatNumber.ts';
import { say } from '../../core/language/say.ts';
import { listNames } from '../../core/listNames.ts';
import type { Problem } from '../../core/problem.ts';
import { formatTimeAgo } from '../../core/time.ts';
import { type Finding, fault, findingOf, good, joinFindings, warning } from './findings.ts';

const gigabyte = 1024 ** 3;
/** A change of a long list needs less. */
const minSavedBytes = 16 * 1024 ** 2;
const dayMs = 24 * 60 * 60 * 1000;
const backupAgeMs = 30 * dayMs;

type OpenPort = { readonly name: string; readonly base: string | null };

/** `base` is `null` for a port that is closed on purpose. */
export function checkPorts(open: readonly OpenPort[]): Finding {
  const names = open.flatMap(({ name, base }) => {
    const port = base === null ? null : URL.parse(base)?.port;
    return port == null ? [] : [`${port === '' ? '80' : port} (${name})`];
  });
  return good(say('Greenroom has {ports}', { ports: listNames(names) }));
}

export function checkDisk({ freeBytes, all }: StoredMedia, quotaMegabytes: number): Finding {
  const quotaBytes = quotaMegabytes * 1024 ** 2;
  if (freeBytes === null) return warning(say('The free space can’t be read'), say('Check the data directory’s disk.'));
  const sizes = { free: toGigabytes(freeBytes), used: toGigabytes(all.bytes), quota: toGigabytes(quotaBytes) };
  const message = say('{free} GB free, media uses {used} of {quota} GB', sizes);
  if (freeBytes < minSavedBytes)
    return fault(
      say('{free} GB free, media uses {used} of {quota} GB: no space to save changes', sizes),
      say('Free space on the disk of the data directory.'),
    );
  if (freeBytes < gigabyte) return warning(message, say('Free space on the disk of the data directory.'));
  if (freeBytes < quotaBytes - all.bytes)
    return warning(
      say('{free} GB free, media uses {used} of {quota} GB, which is more than is free', sizes),
      say('Free space on the disk, or lower the storage for media in Settings, Media.'),
    );
  return good(message);
}

/** The finding with known problems of the disk. It says itself that there is no space for media. */
export function withDiskProblems(finding: Finding, problems: readonly Problem[]): Finding {
  const known = problems
    .filter(({ code, severity }) => code !== 'MEDIA_DISK_LOW' && severity !== 'notice')
    .map(findingOf);
  return known.length === 0 ? finding : joinFindings([finding, ...known], finding);
}

/** For example `0.4`; whole numbers from 10 on. */
function toGigabytes(bytes: number): string {
  const value = bytes / gigabyte;
  return formatNumber(value < 10 ? Number(value.toFixed(1)) : Math.round(value));
}

/** `newestAt` is `null` without a backup: Greenroom makes one before each change. */
export function checkBackup(newestAt: string | null, nowMs: number): Finding {
  if (newestAt === null) return good(say('None yet: the settings have not been changed on this machine'));
  const ageMs = nowMs - Date.parse(newestAt);
  if (ageMs <= backupAgeMs)
    return good(say('The settings were backed up {age}', { age: formatTimeAgo(newestAt, nowMs) }));
  return warning(
    say('The settings were last backed up {days} days ago', { days: formatNumber(Math.floor(ageMs / dayMs)) }),
    say('Export the settings in Settings, Backup and import, and keep the file on another machine.'),
  );
}

export function checkUpdate({ isSupported, available, current, waitsFor }: UpdateView): Finding {
  if (available !== null)
    return warning(
      say('{available} is waiting. This is {current}', { available, current }),
      waitsFor === null
        ? say('Install it in Settings, App and updates, before the show, or wait until after it.')
        : say('Install it after the show.'),
    );
  return good(
    isSupported
      ? say('None waiting. This is {current}', { current })
      : say('This is {current}, which does not update itself', { current }),
  );
}
