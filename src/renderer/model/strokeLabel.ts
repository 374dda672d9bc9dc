/** Labels keystrokes. */
import { say } from '../../core/language/say.ts';

/** The label of a keystroke on a key cap and in the documentation: `H`, `⇧T`, `Esc`. */
export function strokeLabel(key: string): string {
  if (key.startsWith('Shift+')) return `⇧${strokeLabel(key.slice(6))}`;
  if (key.startsWith('Ctrl+')) return say('Ctrl+{key}', { key: strokeLabel(key.slice(5)) });
  switch (key) {
    case 'Escape':
      return say('Esc||key');
    case ' ':
      return say('Space||key');
    case 'Enter':
      return say('Enter||key');
    case 'Home':
      return say('Home||key');
    case 'End':
      return say('End||key');
    case 'ArrowRight':
      return '→';
    case '-':
      return '−';
    default:
      return key.length === 1 ? key.toUpperCase() : key;
  }
}
