/** Starts and stops the detection of the signature format. */
import { say } from '../../../core/language/say.ts';
import { useCommand } from '../../engine/useCommand.ts';

export function useDetection(): { readonly start: () => void; readonly stop: () => void } {
  const send = useCommand();
  return {
    start: () =>
      send({
        title: say('Capture two deliveries'),
        keyLabel: null,
        command: { name: 'startDetection', input: { secret: null } },
      }),
    stop: () => send({ title: say('Stop'), keyLabel: null, command: { name: 'stopDetection', input: {} } }),
  };
}
