/** Decides what a restart of the app runs. */

export type RelaunchOptions = { readonly execPath?: string; readonly args: string[] };

/** `args` are those of the next start, without the program. */
export function findRelaunchOptions(
  environment: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): RelaunchOptions {
  const image = environment['APPIMAGE'];
  if (image === undefined || image === '') return { args: [...args] };
  // The running program is in a mount that ends with it. The next one is not mounted, so that both can't meet.
  const unmounted = '--appimage-extract-and-run';
  return { execPath: image, args: [unmounted, ...args.filter((arg) => arg !== unmounted)] };
}
