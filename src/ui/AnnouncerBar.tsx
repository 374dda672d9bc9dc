/** The frame of the announcer: one bar of fixed height for all messages, so that a problem never moves the lists. A long message is smaller; only an alarm that is too long for the smallest text makes the bar higher, because its last words must be in sight. Screen readers get the sentence from a LiveRegion. */
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
  /** How many characters the sentence has. */
  readonly length?: number;
  /** The buttons. */
  readonly children: ReactNode;
};

/** A longer alarm is above its buttons in narrow windows. */
const longLength = 235;

export function AnnouncerBar({ kind, icon, time, sentence, length = 0, children }: AnnouncerBarProps) {
  const { bar, text } = useFittedText();
  return (
    <div ref={bar} className={`announcer is-${kind}${length > longLength ? ' is-long' : ''}`} {...keepsFocus}>
      <Icon name={icon} />
      <div ref={text} className="announcer-text">
        {time !== null && <time>{time} </time>}
        {sentence}
      </div>
      {children}
    </div>
  );
}
