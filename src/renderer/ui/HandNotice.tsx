/** The reply to the operator’s last action, on screens without an announcer. */
import { useUiState } from '../state/hand.ts';

export function OperatorNotice() {
  const notice = useUiState((hand) => hand.notice);
  return (
    <p className="operator-notice" role="status">
      {notice !== null && (
        <>
          <b>{notice.lead}</b> {notice.rest}
        </>
      )}
    </p>
  );
}
