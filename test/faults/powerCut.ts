/** Emulates a power cut: copies a disk image while a process writes to it, then checks the copy for losses. */
import { execFileSync } from 'node:child_process';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { findLosses, prepare } from '../engine/show/savePath.ts';
import { createTemporaryFolder } from '../temporaryFolder.ts';
import { startWriter } from './savePath.ts';

export const powerCutNeeds: readonly string[] = ['root', 'strace', 'loop mounts'];

export type PowerCut = {
  /** Number of writes confirmed before the cut. */
  readonly confirmed: number;
  readonly losses: readonly string[];
};

/** Cuts the power after `afterMs` of writing. With `isSyncDisabled`, fsync and fdatasync return success without syncing. */
export async function cutPower(afterMs: number, isSyncDisabled: boolean): Promise<PowerCut> {
  const folder = createTemporaryFolder('power');
  const image = join(folder, 'disk.img');
  const disk = join(folder, 'disk');
  await mkdir(disk);
  execFileSync('truncate', ['-s', '24M', image]);
  execFileSync('mkfs.ext4', ['-q', '-F', image]);
  mount(image, disk);
  try {
    const directory = join(disk, 'data');
    await prepare(directory);
    execFileSync('sync', ['-f', disk]);
    const injections = isSyncDisabled ? ['inject=fsync:retval=0', 'inject=fdatasync:retval=0'] : [];
    const writer = await startWriter(directory, injections, ['fsync', 'fdatasync'], join(folder, 'trace'));
    writer.start();
    await Promise.race([writer.ended, new Promise((resolve) => setTimeout(resolve, afterMs))]);
    const { show, settings, journal } = writer.confirmed;
    const confirmed = { show: [...show], settings: [...settings], journal: [...journal] };
    // Pause the writer: an image that changes during the copy would be inconsistent.
    await writer.pause();
    await copyFile(image, `${image}.cut`);
    writer.kill();
    await writer.ended;
    const losses = await findImageLosses(`${image}.cut`, join(folder, 'after'), confirmed);
    return { confirmed: show.length + settings.length + journal.length, losses };
  } finally {
    execFileSync('umount', ['-l', disk]);
    await rm(folder, { recursive: true, force: true });
  }
}

async function findImageLosses(
  image: string,
  mountPoint: string,
  confirmed: Parameters<typeof findLosses>[1],
): Promise<string[]> {
  await mkdir(mountPoint);
  mount(image, mountPoint);
  try {
    return await findLosses(join(mountPoint, 'data'), confirmed, 'after the power cut');
  } finally {
    execFileSync('umount', [mountPoint]);
  }
}

/** The long commit interval prevents the kernel's periodic flush, every 5 s by default, from saving unsynced writes. */
function mount(image: string, mountPoint: string): void {
  execFileSync('mount', ['-o', 'loop,commit=300', image, mountPoint]);
}
