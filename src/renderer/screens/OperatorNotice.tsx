/** The result of the operator's last action, on screens without an announcer. */
import { useUiState } from '../stores/uiState.ts';

export function OperatorNotice() {
  const notice = useUiState((ui) => ui.notice);
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
