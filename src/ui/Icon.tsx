/** The icons that Lucide lacks: gate open, gate shut, empty frame and the app icon. */
import type { ReactNode } from 'react';

function CustomIcon({ children }: { readonly children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  );
}

export function GateOpen() {
  return (
    <CustomIcon>
      <path d="M4 3v18M20 3v18M1 12h17m-4-4 4 4-4 4" />
    </CustomIcon>
  );
}

export function GateShut() {
  return (
    <CustomIcon>
      <path d="M4 3v18M20 3v18" />
      <path d="M12 3v18" strokeWidth="4" />
    </CustomIcon>
  );
}

export function FrameEmpty() {
  return (
    <CustomIcon>
      <path d="M3 5h18v14H3zM3 19 21 5" />
    </CustomIcon>
  );
}

export function AppIcon() {
  return (
    <CustomIcon>
      <path d="M3 4h18v16H3zM9 4v16M13 9h4M13 13h4" />
    </CustomIcon>
  );
}
