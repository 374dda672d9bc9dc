/** The icons that Lucide lacks: gate open, gate shut, empty frame and the app icon. */
import type { ReactNode } from 'react';

function OwnIcon({ children }: { readonly children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  );
}

export function GateOpen() {
  return (
    <OwnIcon>
      <path d="M4 3v18M20 3v18M1 12h17m-4-4 4 4-4 4" />
    </OwnIcon>
  );
}

export function GateShut() {
  return (
    <OwnIcon>
      <path d="M4 3v18M20 3v18" />
      <path d="M12 3v18" strokeWidth="4" />
    </OwnIcon>
  );
}

export function FrameEmpty() {
  return (
    <OwnIcon>
      <path d="M3 5h18v14H3zM3 19 21 5" />
    </OwnIcon>
  );
}

export function AppIcon() {
  return (
    <OwnIcon>
      <path d="M3 4h18v16H3zM9 4v16M13 9h4M13 13h4" />
    </OwnIcon>
  );
}
