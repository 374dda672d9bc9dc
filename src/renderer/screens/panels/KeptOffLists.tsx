/** Lists the posts that guards and blocks keep off air, with each guard or confirmation. */

import type { DeskFeed } from '../../../contract/deskState.ts';
import { matchGuard } from '../../../core/guard.ts';
import { isolateName, removeDirections } from '../../../core/outsideName.ts';
import { formatClockTime } from '../../../core/time.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { useCommand } from '../../engine/useCommand.ts';
import { nameOf } from '../../model/words/counts.ts';
import { describeConfirmation } from '../../model/words/takedown.ts';
import { keyLabelOf, useKeymap } from '../../stores/keymap.ts';
import { openPanel, select } from '../../stores/uiState.ts';
import { useDesk, useIsDisconnected } from '../../stores/useDesk.ts';

export function GuardedPosts() {
  const index = useDesk((desk) => desk.index);
  const allowKey = keyLabelOf(useKeymap(), 'allow') ?? 'Allow';
  const guarded = [...index.guarded].filter(([id]) => !index.blocked.has(id));
  // The guard matches their new text; the old one is on air until a take.
  const stillOnAir = guarded.filter(([id]) => index.onAir.has(id));
  const keptOff = guarded.filter(([id]) => !index.onAir.has(id));
  // Posts that only the list behind the gate still has.
  const heldBack = index.lists.keptOff.flatMap((item) => {
    const hit = index.guarded.has(item.id) || index.blocked.has(item.id) ? null : matchGuard(index.feed.guards, item);
    return hit === null ? [] : [{ item, rule: hit.rule }];
  });
  return (
    <section>
      {stillOnAir.length > 0 && <h3>Off air after a take or release</h3>}
      {stillOnAir.map(([id, rule]) => (
        <GuardedPost key={id} id={id} rule={rule} note=", old text on air" />
      ))}
      <h3>Kept off air now</h3>
      {keptOff.length + heldBack.length === 0 && (
        <p>{index.blocked.size === 0 ? 'None.' : 'None by a guard. Blocked posts are below.'}</p>
      )}
      {keptOff.map(([id, rule]) => (
        <GuardedPost key={id} id={id} rule={rule} note="" />
      ))}
      {heldBack.map(({ item, rule }) => (
        <PostLine
          key={item.id}
          id={item.id}
          name={item.fullName ?? 'No name given'}
          rule={rule}
          details="held list"
          list={index.liveItems.has(item.id) ? 'live' : index.stagingItems.has(item.id) ? 'staging' : null}
        />
      ))}
      {guarded.length > 0 && (
        <p>
          To allow one, select it on the show and press {allowKey}, then {allowKey} again.
        </p>
      )}
    </section>
  );
}

type GuardedPostProps = { readonly id: string; readonly rule: string; readonly note: string };

function GuardedPost({ id, rule, note }: GuardedPostProps) {
  const index = useDesk((desk) => desk.index);
  const list = index.liveItems.has(id) ? 'live' : 'staging';
  const name = (index.liveItems.get(id) ?? index.stagingItems.get(id))?.fullName ?? 'No name given';
  return <PostLine id={id} name={name} rule={rule} details={`${list}${note}`} list={list} />;
}

export function BlockedPosts() {
  const index = useDesk((desk) => desk.index);
  const { feed } = index;
  const you = useDesk((desk) => desk.state.you);
  const unblockKey = keyLabelOf(useKeymap(), 'unblock') ?? 'Unblock';
  return (
    <section>
      <h3>Blocked</h3>
      {feed.blocked.length === 0 && <p>None.</p>}
      {feed.blocked.map((block) => {
        const { itemId: id } = block;
        const isLive = index.liveItems.has(id);
        const item = index.liveItems.get(id) ?? index.stagingItems.get(id) ?? index.onAirOnlyItems.get(id);
        const details = `${describeBlockOrigin(block, you)}. ${describeConfirmation(block)}.`;
        if (item === undefined) return <MissingPostBlock key={id} block={block} details={details} />;
        return (
          <PostLine
            key={id}
            id={id}
            name={item.fullName ?? 'No name given'}
            rule={null}
            details={details}
            list={isLive ? 'live' : index.stagingItems.has(id) ? 'staging' : null}
          />
        );
      })}
      {feed.blocked.length > 0 && (
        <p>
          Blocked posts stay off air whatever the service says. To unblock one, select it on the show and press{' '}
          {unblockKey}, then {unblockKey} again.
        </p>
      )}
    </section>
  );
}

/** A blocked post that is in no list, so it can only be unblocked here. */
function MissingPostBlock({ block, details }: { readonly block: Block; readonly details: string }) {
  const { itemId: id, post } = block;
  const name = post === null ? id : nameOf(post);
  const slug = useDesk((desk) => desk.feed.slug);
  const isDisconnected = useIsDisconnected();
  const send = useCommand();
  const unblock = (): void => {
    const command = { name: 'unblock', input: { feed: slug, itemId: id } } as const;
    send({ title: 'Unblock', keyLabel: null, command });
  };
  return (
    <div className="kept-off-line is-missing">
      <b dir="auto">{removeDirections(name)}</b>
      <span>No longer in the collection. {details}</span>
      <SecondPressButton
        armedLabel="Press again to unblock"
        sentence={`Press again within 2 seconds to unblock ${isolateName(name)}, which is no longer in the collection.`}
        disabledReason={isDisconnected ? 'not connected' : null}
        onPress={unblock}
      >
        Unblock<span className="visually-hidden"> {name}, two presses</span>
      </SecondPressButton>
    </div>
  );
}

type Block = DeskFeed['blocked'][number];

function describeBlockOrigin({ by, since, reason }: Block, you: string): string {
  const who = by === you ? 'you' : isolateName(by ?? 'Greenroom');
  return `Blocked by ${who} at ${formatClockTime(since)}${reason === null ? '' : `: ${isolateName(reason)}`}`;
}

type PostLineProps = {
  readonly id: string;
  readonly name: string;
  /** The guard that keeps it off air; `null` when none does. */
  readonly rule: string | null;
  readonly details: string;
  /** The list to select it in; `null` when it is only on air. */
  readonly list: 'live' | 'staging' | null;
};

function PostLine({ id, name, rule, details, list }: PostLineProps) {
  return (
    <Button
      className="kept-off-line"
      disabledReason={list === null ? 'this post is in neither list' : null}
      onPress={() => {
        if (list === null) return;
        select(list, id);
        openPanel('detail');
      }}
    >
      <b dir="auto">{removeDirections(name)}</b>
      {rule !== null && <Badge badge={{ kind: 'warning', icon: 'shield', text: `“${rule}”` }} />}
      <span>{details}</span>
    </Button>
  );
}
