/** The three signs of our own, drawn like the others: an open gate, a shut gate, an empty frame; and the house sign. */
import type { ReactNode } from 'react';

function Sign({ children }: { readonly children: ReactNode }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      {children}
    </svg>
  );
}

export function GateOpen() {
  return (
    <Sign>
      <path d="M4 3v18M20 3v18M1 12h17m-4-4 4 4-4 4" />
    </Sign>
  );
}

export function GateShut() {
  return (
    <Sign>
      <path d="M4 3v18M20 3v18" />
      <path d="M12 3v18" strokeWidth="4" />
    </Sign>
  );
}

export function FrameEmpty() {
  return (
    <Sign>
      <path d="M3 5h18v14H3zM3 19 21 5" />
    </Sign>
  );
}

export function HouseSign() {
  return (
    <Sign>
      <path d="M3 4h18v16H3zM9 4v16M13 9h4M13 13h4" />
    </Sign>
  );
}
