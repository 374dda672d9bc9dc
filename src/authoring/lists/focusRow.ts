/** Finds the row of a post. A row out of sight is rendered once its post is selected. */

export function focusRow(itemId: string): void {
  withRow(itemId, (row) => row.querySelector<HTMLElement>('.row-select')?.focus());
}

export function scrollToRow(itemId: string): void {
  withRow(itemId, (row) => row.scrollIntoView({ block: 'nearest' }));
}

function withRow(itemId: string, act: (row: HTMLElement) => void): void {
  const find = () => document.querySelector<HTMLElement>(`.row[data-id="${CSS.escape(itemId)}"]`);
  const row = find();
  if (row !== null) {
    act(row);
    return;
  }
  requestAnimationFrame(() => {
    const rendered = find();
    if (rendered !== null) act(rendered);
  });
}
