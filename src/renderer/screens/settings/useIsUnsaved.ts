/** Whether the last change of the settings is not saved. From the pushed problem: an answer read during an ordinary save would stay as it was. */
import { useDesk } from '../../stores/useDesk.ts';

export function useIsUnsaved(): boolean {
  return useDesk(({ state }) => state.problems.some(({ code }) => code === 'SETTINGS_NOT_SAVED'));
}
