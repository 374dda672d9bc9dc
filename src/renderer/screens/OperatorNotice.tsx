/** The result of the operator's last action, on the screens where the announcer shows only what can't wait; it also announces this. */
import { useUiState } from '../stores/uiState.ts';

export function OperatorNotice() {
  const notice = useUiState((ui) => ui.notice);
  return (
    <p className="operator-notice">
      {notice !== null && (
        <>
          <b>{notice.lead}</b> {notice.rest}
        </>
      )}
    </p>
  );
}
