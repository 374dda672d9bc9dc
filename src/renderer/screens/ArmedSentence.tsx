/** Says what a second press will do, over screens without an announcer; it never moves what is below. */
import { AnnouncerBar } from '../../ui/AnnouncerBar.tsx';
import { useSecondPress } from '../../ui/secondPress.ts';

export function ArmedSentence() {
  const { armed } = useSecondPress();
  if (armed === null) return null;
  return (
    <div className="announcer-over-page">
      <AnnouncerBar
        kind="warning"
        icon="triangle"
        time={null}
        live="alert"
        sentence={
          <>
            <b>{armed.sentence}</b> Any other key cancels.
          </>
        }
      >
        {null}
      </AnnouncerBar>
    </div>
  );
}
