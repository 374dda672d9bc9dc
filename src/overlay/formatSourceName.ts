/** The source name shown to viewers. The service can send unknown sources, which are shown in sentence case. */

const displayNames: ReadonlyMap<string, string> = new Map([
  ['INSTAGRAM', 'Instagram'],
  ['FACEBOOK', 'Facebook'],
  ['WHATSAPP', 'WhatsApp'],
  ['YOUTUBE', 'YouTube'],
  ['TIKTOK', 'TikTok'],
  ['LINKEDIN', 'LinkedIn'],
]);

export function formatSourceName(source: string): string {
  const name = displayNames.get(source);
  if (name !== undefined) return name;
  const words = source.replace(/_/g, ' ').trim();
  return words.charAt(0) + words.slice(1).toLowerCase();
}
