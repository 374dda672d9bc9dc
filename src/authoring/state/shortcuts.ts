/** The keys of the page, for its list of keys and for docs/keys.md. */
import { markMessage } from '../../core/language/say.ts';

export type Shortcut = { readonly caps: readonly string[]; readonly label: string };

export const shortcuts: readonly { readonly group: string; readonly keys: readonly Shortcut[] }[] = [
  {
    group: markMessage('Lists'),
    keys: [
      { caps: ['↑', '↓'], label: markMessage('Select a post') },
      { caps: [markMessage('Home||key'), markMessage('End||key')], label: markMessage('First or last post') },
      { caps: ['⇧↑', '⇧↓'], label: markMessage('Select several posts') },
      { caps: [markMessage('Ctrl A')], label: markMessage('Select all posts of the list') },
      { caps: ['→'], label: markMessage('Promote to live, from staging') },
      { caps: ['←'], label: markMessage('Demote to staging, from live') },
      { caps: ['Alt ↑', 'Alt ↓'], label: markMessage('Move up or down') },
      { caps: [markMessage('Space||key')], label: markMessage('Begin a move: arrow keys, then ↵') },
      { caps: ['↵'], label: markMessage('Edit the selected post') },
    ],
  },
  {
    group: markMessage('Find'),
    keys: [
      { caps: ['F'], label: markMessage('Find a post in both lists') },
      { caps: ['↵', '⇧↵'], label: markMessage('Next or previous match, in the field') },
      { caps: ['D'], label: markMessage('Next duplicate of the selected post') },
      { caps: ['/'], label: markMessage('Find a collection') },
    ],
  },
  {
    group: markMessage('Changes'),
    keys: [
      { caps: ['N'], label: markMessage('New post') },
      { caps: ['⇧N'], label: markMessage('New collection') },
      { caps: [markMessage('Ctrl ↵')], label: markMessage('Save the post') },
      { caps: [markMessage('Esc||key')], label: markMessage('Discard changes, cancel a move, or select one post') },
      { caps: [markMessage('Ctrl Z')], label: markMessage('Undo your last change') },
      { caps: ['?'], label: markMessage('Show or close these keys') },
    ],
  },
];
