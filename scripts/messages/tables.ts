/** The tables whose texts are messages, said where they are used. Documentation and APIs use them in English. */
import { actionInfo, fixedKeys } from '../../src/renderer/model/actions.ts';

type Table = { readonly path: string; readonly messages: () => readonly string[] };

export const tables: readonly Table[] = [
  {
    path: 'src/renderer/model/actions.ts',
    messages: () => [
      ...Object.values(actionInfo).flatMap(({ group, title, label }) => [group, title, label]),
      ...Object.values(fixedKeys).flatMap((rows) => rows.map(([, label]) => label)),
    ],
  },
];
