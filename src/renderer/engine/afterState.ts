/** Waits for a state that an answer is about, because the answer can arrive before it. */
import { useMirror } from '../stores/engineMirror.ts';

/** Then it goes on without that state. */
const waitedForMs = 1000;

/** Calls back once the state is reached, or after a second, with whether it is. */
export function afterState(isReached: () => boolean, callback: (isReached: boolean) => void): void {
  if (isReached()) {
    callback(true);
    return;
  }
  const end = (wasReached: boolean): void => {
    clearTimeout(timer);
    unsubscribe();
    callback(wasReached);
  };
  const timer = setTimeout(() => end(false), waitedForMs);
  const unsubscribe = useMirror.subscribe(() => {
    if (isReached()) end(true);
  });
}
