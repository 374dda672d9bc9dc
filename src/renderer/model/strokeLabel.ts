/** The label of a keystroke on a key cap and in the documentation: `H`, `⇧T`, `Esc`. */
export function strokeLabel(key: string): string {
  if (key.startsWith('Shift+')) return `⇧${strokeLabel(key.slice(6))}`;
  if (key === 'Escape') return 'Esc';
  if (key === ' ') return 'Space';
  if (key === 'ArrowRight') return '→';
  if (key === '-') return '−';
  return key.length === 1 ? key.toUpperCase() : key;
}
