/** The result of the operator's last action, on the screens where the announcer shows only what can't wait; it also announces this. */
import { useFittedText } from '../../ui/useFittedText.ts';
import { useUiState } from '../stores/uiState.ts';

export function OperatorNotice() {
  const notice = useUiState((ui) => ui.notice);
  const { bar, text } = useFittedText();
  return (
    <div className="operator-notice" ref={bar}>
      <div ref={text}>
        {notice !== null && (
          <>
            <b>{notice.lead}</b> {notice.rest}
          </>
        )}
      </div>
    </div>
  );
}
