/** The announcer's sentences about a move that is not dropped yet. */
import { type StrongSentence, sayStrong } from '../../core/language/sayStrong.ts';
import { formatPosition, isUnmoved, type PendingMove } from './position.ts';

/** `name` is the author of the post. */
export function describeMove(move: PendingMove, name: string): StrongSentence {
  const from = formatPosition({ list: move.from.list, index: move.from.indexes[0] ?? 0 });
  const to = formatPosition(move.to);
  if (isUnmoved(move))
    return sayStrong('<b>{name}</b> is moving from {from}. Move it with the arrow keys, then press ↵.', { name, from });
  if (move.to.list === 'live')
    return move.from.list === 'live'
      ? sayStrong('<b>{name}</b> is moving from {from}, to {to}. Drop it or press ↵; readers then get the new order.', {
          name,
          from,
          to,
        })
      : sayStrong('<b>{name}</b> is moving from {from}, to {to}. Drop it or press ↵; readers then get it.', {
          name,
          from,
          to,
        });
  return move.from.list === 'live'
    ? sayStrong('<b>{name}</b> is moving from {from}, to {to}. Drop it or press ↵; readers then no longer get it.', {
        name,
        from,
        to,
      })
    : sayStrong('<b>{name}</b> is moving from {from}, to {to}. Drop it or press ↵.', { name, from, to });
}

/** `to` is the position of the first; the others follow it. */
export function describeSeveralMove(move: PendingMove): StrongSentence {
  const count = move.itemIds.length;
  const to = formatPosition(move.to);
  if (isUnmoved(move))
    return sayStrong('<b>{count} posts</b> are moving. Move them with the arrow keys, then press ↵.', { count });
  if (move.to.list === 'live')
    return move.from.list === 'live'
      ? sayStrong('<b>{count} posts</b> are moving, to {to}. Drop them or press ↵; readers then get the new order.', {
          count,
          to,
        })
      : sayStrong('<b>{count} posts</b> are moving, to {to}. Drop them or press ↵; readers then get them.', {
          count,
          to,
        });
  return move.from.list === 'live'
    ? sayStrong('<b>{count} posts</b> are moving, to {to}. Drop them or press ↵; readers then no longer get them.', {
        count,
        to,
      })
    : sayStrong('<b>{count} posts</b> are moving, to {to}. Drop them or press ↵.', { count, to });
}
