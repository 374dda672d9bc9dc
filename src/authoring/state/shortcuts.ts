/** The keys of the page, for its list of keys and for docs/keys.md. */

export type Shortcut = { readonly caps: readonly string[]; readonly label: string };

export const shortcuts: readonly { readonly group: string; readonly keys: readonly Shortcut[] }[] = [
  {
    group: 'Lists',
    keys: [
      { caps: ['↑', '↓'], label: 'Select a post' },
      { caps: ['Home', 'End'], label: 'First or last post' },
      { caps: ['⇧↑', '⇧↓'], label: 'Select several posts' },
      { caps: ['Ctrl A'], label: 'Select all posts of the list' },
      { caps: ['→'], label: 'Promote to live, from staging' },
      { caps: ['←'], label: 'Demote to staging, from live' },
      { caps: ['Alt ↑', 'Alt ↓'], label: 'Move up or down' },
      { caps: ['Space'], label: 'Begin a move: arrow keys, then ↵' },
      { caps: ['↵'], label: 'Edit the selected post' },
    ],
  },
  {
    group: 'Find',
    keys: [
      { caps: ['F'], label: 'Find a post in both lists' },
      { caps: ['↵', '⇧↵'], label: 'Next or previous match, in the field' },
      { caps: ['D'], label: 'Next duplicate of the selected post' },
      { caps: ['/'], label: 'Find a collection' },
    ],
  },
  {
    group: 'Changes',
    keys: [
      { caps: ['N'], label: 'New post' },
      { caps: ['⇧N'], label: 'New collection' },
      { caps: ['Ctrl ↵'], label: 'Save the post' },
      { caps: ['Esc'], label: 'Discard changes, cancel a move, or select one post' },
      { caps: ['Ctrl Z'], label: 'Undo your last change' },
      { caps: ['?'], label: 'Show or close these keys' },
    ],
  },
];
