/** Decides how electron-builder signs the installers: with the keys in the environment, or without any for a trial. */

type Environment = Readonly<Record<string, string | undefined>>;

export type Signing = {
  readonly args: readonly string[];
  /** Changes of the environment; `undefined` removes a variable. */
  readonly environment: Environment;
};

const variables: readonly string[] = [
  ...['CSC_LINK', 'CSC_KEY_PASSWORD', 'CSC_NAME', 'WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
  ...['APPLE_ID', 'APPLE_APP_SPECIFIC_PASSWORD', 'APPLE_TEAM_ID'],
];

/** A secret that a workflow does not have arrives as an empty variable. electron-builder would read an empty CSC_LINK as a file. */
export function readSigning(platform: NodeJS.Platform, environment: Environment): Signing {
  const isMissing = (name: string): boolean => (environment[name] ?? '').trim() === '';
  const isSigned = !isMissing('CSC_LINK') || !isMissing('CSC_NAME');
  return {
    // Without a certificate macOS needs at least an ad-hoc signature, which the hardened runtime would refuse to load.
    args:
      platform === 'darwin' && !isSigned
        ? ['--config.mac.identity=-', '--config.mac.hardenedRuntime=false', '--config.mac.notarize=false']
        : [],
    environment: Object.fromEntries(variables.filter(isMissing).map((name) => [name, undefined])),
  };
}
