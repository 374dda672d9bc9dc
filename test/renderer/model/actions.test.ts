import { describe, expect, it } from 'vitest';
import { commandNames, commandTable } from '../../../src/core/commandTable.ts';
import { actionInfo, actionNames } from '../../../src/renderer/model/actions.ts';

const sent = actionNames.map((name) => actionInfo[name]).filter(({ command }) => command !== null);

describe('the actions of the desk', () => {
  it('each have a key and words', () => {
    const empty = actionNames.filter((name) => {
      const { key, title, label } = actionInfo[name];
      return [key, title.trim(), label.trim()].includes('');
    });
    expect(empty).toEqual([]);
  });

  it.each(commandNames.filter((name) => commandTable[name].key !== null))(
    'include %s under the key and the name of its row',
    (name) => {
      const own = sent.filter(({ key }) => key === commandTable[name].key);
      expect(own).toMatchObject([{ command: name, title: commandTable[name].label }]);
    },
  );
});
