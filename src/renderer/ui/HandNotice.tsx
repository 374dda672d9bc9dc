/** A word back to the hand on the screens beside the show, which have no announcer. */
import { useHand } from '../state/hand.ts';

export function HandNotice() {
  const notice = useHand((hand) => hand.notice);
  return (
    <p className="hand-notice" role="status">
      {notice !== null && (
        <>
          <b>{notice.lead}</b> {notice.rest}
        </>
      )}
    </p>
  );
}
