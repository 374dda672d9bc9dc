/** Escapes viewers' text for XML and HTML, so that none of it becomes markup. */
import { toPlainText } from './plainText.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for element content and for attributes in either kind of quotes. */
export function escapeMarkup(text: string): string {
  return toPlainText(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** An element with escaped text. `name` must be one of ours, because it is not escaped. */
export function formatElement(name: string, text: string): string {
  return `<${name}>${escapeMarkup(text)}</${name}>`;
}
