/** Saves a file on the machine that shows the desk. */

/** The current time (UTC) is added to `name`. */
export function saveFile(content: string | readonly Blob[], mediaType: string, name: string, extension: string): void {
  const parts = typeof content === 'string' ? [content] : [...content];
  const url = URL.createObjectURL(new Blob(parts, { type: mediaType }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.${extension}`;
  link.click();
  URL.revokeObjectURL(url);
}
