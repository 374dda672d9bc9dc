/** Strangers' words inside XML and HTML: nothing of them is ever markup. */
import { plainText } from './plainText.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Fit for element content and for attributes in either quotes. */
export function escapeMarkup(text: string): string {
  return plainText(text).replace(/[&<>"']/g, (character) => entities[character] ?? '');
}

/** An element with text in it. The name is ours, never a stranger's. */
export function element(name: string, text: string): string {
  return `<${name}>${escapeMarkup(text)}</${name}>`;
}
