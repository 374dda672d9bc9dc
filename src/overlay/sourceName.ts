/** Where a post came from, as viewers know the name. The service's set is open: an unknown one is shown as it reads. */

const known: Readonly<Record<string, string>> = {
  INSTAGRAM: 'Instagram',
  FACEBOOK: 'Facebook',
  WHATSAPP: 'WhatsApp',
  YOUTUBE: 'YouTube',
  TIKTOK: 'TikTok',
  LINKEDIN: 'LinkedIn',
};

export function sourceName(source: string): string {
  const name = known[source];
  if (name !== undefined) return name;
  const words = source.replace(/_/g, ' ').trim();
  return words.charAt(0) + words.slice(1).toLowerCase();
}
