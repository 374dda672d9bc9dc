/** Says what a second press will do, over screens without an announcer; it never moves what is below. */
import { TriangleAlert } from 'lucide-react';
import { useSecondPress } from '../../ui/secondPress.ts';

export function ArmedSentence() {
  const { armed } = useSecondPress();
  if (armed === null) return null;
  return (
    <div className="announcer is-warning is-over-page" role="alert">
      <TriangleAlert className="icon" aria-hidden="true" />
      <div className="announcer-text">
        <b>{armed.sentence}</b> Any other key cancels.
      </div>
    </div>
  );
}
