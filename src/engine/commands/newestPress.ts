/** Remembers the newest command that chooses the list of a feed. An older command that waited for its list then does nothing. */
import type { Refusal } from '../../contract/commands.ts';
import { takeRemovals } from '../../core/commands/feedCommands.ts';
import { commandTable, type FeedCommandName } from '../../core/commandTable.ts';
import { isolateName } from '../../core/outsideName.ts';
import { refuse } from '../refuse.ts';
import type { Handler } from './handler.ts';

type Press = { readonly by: string; readonly label: string };

/** `findNewer` returns the refusal if another command was pressed since; `null` otherwise. */
type CountedHandler<Name extends FeedCommandName> = (
  ...parameters: [...Parameters<Handler<Name>>, findNewer: () => Refusal | null]
) => ReturnType<Handler<Name>>;

/** Returns a function that makes a handler count each press on a feed before it runs. */
export function createPressCounter(
  isFeed: (slug: string) => boolean,
): <Name extends FeedCommandName>(name: Name, run: CountedHandler<Name>) => Handler<Name> {
  const newest = new Map<string, Press>();
  return (name, run) => (input, origin) => {
    const isRemovals = 'only' in input && input.only === 'removals';
    const press = { by: origin.by, label: isRemovals ? takeRemovals.label : commandTable[name].label };
    if (isFeed(input.feed)) newest.set(input.feed, press);
    return run(input, origin, () => {
      const last = newest.get(input.feed) ?? press;
      return last === press ? null : refuse('COMMAND_OVERTAKEN', { by: isolateName(last.by), label: last.label });
    });
  };
}
