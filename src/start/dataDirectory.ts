/** The default data directory on each platform. */
import { homedir } from 'node:os';
import { join } from 'node:path';

export function findDefaultDataDirectory(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  if (platform === 'win32') return join(environment['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Greenroom');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Greenroom');
  return join(environment['XDG_DATA_HOME'] ?? join(homedir(), '.local', 'share'), 'greenroom');
}
