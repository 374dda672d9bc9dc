/** The frame of the top line: the program on the left, the screens on the right, the page’s own parts between them. */

import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { say } from '../core/language/say.ts';

type TopLineFrameProps = {
  readonly icon: ReactNode;
  readonly name: string;
  readonly tools: ReactNode;
  readonly children: ReactNode;
};

export function TopLineFrame({ icon, name, tools, children }: TopLineFrameProps) {
  return (
    <header className="top">
      <div className="top-start">
        <div className="top-brand">
          {icon}
          <b>{name}</b>
        </div>
        {children}
      </div>
      <nav className="top-tools" aria-label={say('Screens')}>
        {tools}
      </nav>
    </header>
  );
}

type ToolProps = {
  readonly Icon: LucideIcon;
  readonly label: string;
  readonly isCurrent: boolean;
  readonly onPress: () => void;
};

/** The button of a screen. */
export function Tool({ Icon, label, isCurrent, onPress }: ToolProps) {
  return (
    <button type="button" className="tool" aria-current={isCurrent ? 'page' : undefined} onClick={onPress}>
      <Icon />
      {label}
    </button>
  );
}
