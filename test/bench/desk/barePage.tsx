/** The baseline of the desk's changes: a bare virtual list with a find field that receives each changed post over a socket. */
import { createRoot } from 'react-dom/client';
import type { DeskItem } from '../../../src/contract/deskItem.ts';
import { BareList, bareList } from './BareList.tsx';
import type { Splice } from './changes.ts';

/** The posts of the list, or a change of them. */
type BareMessage = readonly DeskItem[] | (Omit<Splice, 'inserted'> & { readonly inserted: readonly DeskItem[] });

let all: readonly DeskItem[] = [];
let search = '';

function showMatches(): void {
  bareList.setState({ items: search === '' ? all : all.filter(({ message }) => message.includes(search)) });
}

function receive(message: BareMessage): void {
  all = 'removed' in message ? all.toSpliced(message.at, message.removed, ...message.inserted) : message;
  showMatches();
}

new WebSocket(location.hash.slice(1)).addEventListener('message', ({ data }) => receive(JSON.parse(data)));

window.addEventListener('keydown', ({ key }) => {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  const { items, selectedId } = bareList.getState();
  const next = items[items.findIndex(({ id }) => id === selectedId) + step];
  if (next !== undefined) bareList.setState({ selectedId: next.id });
});

function setSearch(text: string): void {
  search = text;
  showMatches();
}

const element = document.getElementById('desk');
if (element !== null)
  createRoot(element).render(
    <>
      <input aria-label="Find in live" onChange={({ target }) => setSearch(target.value)} />
      <BareList />
    </>,
  );
