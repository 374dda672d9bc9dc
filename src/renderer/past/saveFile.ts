/** Saves words as a file on the machine at which the desk is used. */

/** `name` carries no date: the moment of saving is added. */
export function saveFile(words: string, type: string, name: string, ending: string): void {
  const address = URL.createObjectURL(new Blob([words], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name}-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.${ending}`;
  link.click();
  URL.revokeObjectURL(address);
}
