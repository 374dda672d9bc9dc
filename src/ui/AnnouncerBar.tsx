/** The frame of the announcer: one bar of fixed height for all messages, so that a problem never moves the lists. Screen readers get the sentence from a LiveRegion. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import { keepsFocus } from './useKeptFocus.ts';

type AnnouncerBarProps = {
  readonly kind: 'normal' | 'warning' | 'alarm';
  readonly icon: IconName;
  /** Shown first; `null` when the sentence has no time or contains its own. */
  readonly time: string | null;
  readonly sentence: ReactNode;
  /** The buttons. */
  readonly children: ReactNode;
};

export function AnnouncerBar({ kind, icon, time, sentence, children }: AnnouncerBarProps) {
  return (
    <div className={`announcer is-${kind}`} {...keepsFocus}>
      <Icon name={icon} />
      <div className="announcer-text">
        {time !== null && <time>{time} </time>}
        {sentence}
      </div>
      {children}
    </div>
  );
}
