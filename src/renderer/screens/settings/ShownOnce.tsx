/** A value that is shown once: Copy, and Got it, which removes it from the desk. */
import { say } from '../../../core/language/say.ts';
import { Button } from '../../../ui/Button.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';

type ShownOnceProps = {
  readonly value: string;
  /** The copy button’s name for screen readers. */
  readonly copyName: string;
  readonly text: string;
  readonly onDone: () => void;
};

export function ShownOnce({ value, copyName, text, onDone }: ShownOnceProps) {
  return (
    <div className="shown-once" role="status">
      <b className="mono">{value}</b>
      <CopyButton text={value} name={copyName} label={say('Copy')} />
      <span>{text}</span>
      <Button disabledReason={null} onPress={onDone}>
        {say('Got it')}
      </Button>
    </div>
  );
}
