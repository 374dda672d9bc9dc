/** Keeps the API key in use with its service before the settings name another one, and does not wait for a disk that hangs. */
import type { Refusal } from '../../contract/commands.ts';
import type { Ports } from '../ports.ts';
import { waitAtMost } from '../waitAtMost.ts';
import { refuseForHungDisk, refuseUnsavedSecrets } from './refusals.ts';
import { secretsWithinMs } from './secretsInUse.ts';
import type { ServiceKey } from './serviceKey.ts';

type LeaveDeps = {
  readonly serviceKey: Pick<ServiceKey, 'leave'>;
  readonly ports: Pick<Ports, 'clock' | 'log'>;
};

/** Resolves with why the settings must not change; `null` if the key is kept. If it is kept later, it belongs to the service in use. */
export function leaveService({ serviceKey, ports }: LeaveDeps, from: string, to: string): Promise<Refusal | null> {
  const left = serviceKey.leave(from, to).then(
    () => null,
    (error: unknown) => refuseUnsavedSecrets(error, ports.log),
  );
  return waitAtMost(ports.clock, secretsWithinMs, left, refuseForHungDisk);
}
