/** The frame of the announcer: one bar of fixed height for all messages, so that a problem never moves the lists. A long message is smaller; only a very long alarm makes the bar higher, because its last words must be in sight. Screen readers get the sentence from a LiveRegion. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { useFittedText } from './useFittedText.ts';
import { keepsFocus } from './useKeptFocus.ts';

type AnnouncerBarProps = {
  readonly kind: 'normal' | 'warning' | 'alarm';
  readonly icon: IconName;
  /** Shown first; `null` when the sentence has no time or contains its own. */
  readonly time: string | null;
  readonly sentence: ReactNode;
  /** How many characters the sentence has; a long alarm is smaller. */
  readonly length?: number;
  /** The buttons. */
  readonly children: ReactNode;
};

/** More is longer than two lines at 1280 px, or at 1920 px, beside two buttons. */
const [longLength, veryLongLength] = [235, 330];

export function AnnouncerBar({ kind, icon, time, sentence, length = 0, children }: AnnouncerBarProps) {
  const size = length > veryLongLength ? ' is-long is-very-long' : length > longLength ? ' is-long' : '';
  const { bar, text } = useFittedText();
  return (
    <div ref={bar} className={`announcer is-${kind}${size}`} {...keepsFocus}>
      <Icon name={icon} />
      <div ref={text} className="announcer-text">
        {time !== null && <time>{time} </time>}
        {sentence}
      </div>
      {children}
    </div>
  );
}
