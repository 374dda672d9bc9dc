/** Lists the posts that guards and blocks keep off air, with each guard or confirmation. */

import type { DeskFeed } from '../../../contract/deskState.ts';
import { matchGuard } from '../../../core/guard.ts';
import { markMessage, say } from '../../../core/language/say.ts';
import { isolateName, removeDirections } from '../../../core/outsideName.ts';
import { shownNameOf } from '../../../core/shownName.ts';
import { formatDayTime } from '../../../core/time.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { SecondPressButton } from '../../../ui/SecondPressButton.tsx';
import { sayNode } from '../../../ui/sayNode.ts';
import { useCommand } from '../../engine/useCommand.ts';
import { findPost, keptOffTextOf, rulesOf } from '../../model/feedIndex.ts';
import { findUnblockedUnseen, type UnseenPost } from '../../model/unseenPosts.ts';
import { nameOf } from '../../model/words/counts.ts';
import { describeConfirmation } from '../../model/words/takedown.ts';
import { quotedTextOf } from '../../model/words/unblock.ts';
import { keyLabelOf, useKeymap } from '../../stores/keymap.ts';
import { openPanel, select } from '../../stores/uiState.ts';
import { useDesk, useIsDisconnected, useToday } from '../../stores/useDesk.ts';

export function GuardedPosts() {
  const index = useDesk((desk) => desk.index);
  const allowKey = keyLabelOf(useKeymap(), 'allow') ?? say('Allow');
  const guarded = [...index.guarded].filter(([id]) => !index.blocked.has(id));
  // The guard matches their new text; the old one is on air until a take.
  const stillOnAir = guarded.filter(([id]) => index.onAir.has(id));
  const keptOff = guarded.filter(([id]) => !index.onAir.has(id));
  // Posts that only the list behind the gate still has.
  const heldBack = index.lists.keptOff.flatMap((item) => {
    const hit =
      index.guarded.has(item.id) || index.blocked.has(item.id) ? null : matchGuard(rulesOf(index.feed.guards), item);
    return hit === null ? [] : [{ item, rule: hit.rule }];
  });
  return (
    <section>
      {stillOnAir.length > 0 && <h3>{say('Off air after a take or release')}</h3>}
      {stillOnAir.map(([id, rule]) => (
        <GuardedPost key={id} id={id} rule={rule} isOldTextOnAir />
      ))}
      <h3>{say('Kept off air now')}</h3>
      {keptOff.length + heldBack.length === 0 && (
        <p>{index.blocked.size === 0 ? say('None.') : say('None by a guard. Blocked posts are below.')}</p>
      )}
      {keptOff.map(([id, rule]) => (
        <GuardedPost key={id} id={id} rule={rule} isOldTextOnAir={false} />
      ))}
      {heldBack.map(({ item, rule }) => (
        <PostLine
          key={item.id}
          id={item.id}
          name={shownNameOf(item)}
          rule={rule}
          details={say('held list')}
          list={index.liveItems.has(item.id) ? 'live' : index.stagingItems.has(item.id) ? 'staging' : null}
        />
      ))}
      {guarded.length > 0 && (
        <p>{say('To allow one, select it on the show and press {key}, then {key} again.', { key: allowKey })}</p>
      )}
    </section>
  );
}

type GuardedPostProps = { readonly id: string; readonly rule: string; readonly isOldTextOnAir: boolean };

function GuardedPost({ id, rule, isOldTextOnAir }: GuardedPostProps) {
  const index = useDesk((desk) => desk.index);
  const list = index.liveItems.has(id) ? 'live' : 'staging';
  const name = shownNameOf(index.liveItems.get(id) ?? index.stagingItems.get(id));
  return <PostLine id={id} name={name} rule={rule} details={describeList(list, isOldTextOnAir)} list={list} />;
}

function describeList(list: 'live' | 'staging', isOldTextOnAir: boolean): string {
  if (list === 'live') return isOldTextOnAir ? say('live, old text on air') : say('live');
  return isOldTextOnAir ? say('staging, old text on air') : say('staging');
}

export function BlockedPosts() {
  const index = useDesk((desk) => desk.index);
  const { feed } = index;
  const you = useDesk((desk) => desk.state.you);
  const today = useToday();
  const unblockKey = keyLabelOf(useKeymap(), 'unblock') ?? say('Unblock');
  return (
    <section>
      <h3>{say('Blocked')}</h3>
      {feed.blocked.length === 0 && <p>{say('None.')}</p>}
      {feed.blocked.map((block) => {
        const { itemId: id } = block;
        const isLive = index.liveItems.has(id);
        const item = index.liveItems.get(id) ?? index.stagingItems.get(id) ?? index.onAirOnlyItems.get(id);
        const details = `${describeBlockOrigin(block, you, today)}. ${describeConfirmation(block, today)}.`;
        if (item === undefined) return <MissingPostBlock key={id} block={block} details={details} />;
        return (
          <PostLine
            key={id}
            id={id}
            name={shownNameOf(item)}
            rule={null}
            details={details}
            list={isLive ? 'live' : index.stagingItems.has(id) ? 'staging' : null}
          />
        );
      })}
      {feed.blocked.length > 0 && (
        <p>
          {say(
            'Blocked posts stay off air whatever the service says. To unblock one, select it on the show and press {key}, then {key} again.',
            { key: unblockKey },
          )}
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
  const seenText = useDesk(({ index }) => {
    const item = findPost(index, id);
    return item === undefined ? null : keptOffTextOf(index, item);
  });
  const sentence = useDesk(({ index }) => describeMissing(name, findUnblockedUnseen(index, id)));
  const send = useCommand();
  const unblock = (): void => {
    const command = { name: 'unblock', input: { feed: slug, itemId: id, seenText } } as const;
    send({ title: markMessage('Unblock'), keyLabel: null, command });
  };
  return (
    <div className="kept-off-line is-missing">
      <b className="is-outside" dir="auto" title={name}>
        {removeDirections(name)}
      </b>
      <span>
        {say('Not in the feed’s collection.')} {details}
      </span>
      <SecondPressButton
        armedLabel={say('Press again to unblock')}
        target={`${id} ${seenText} ${sentence}`}
        sentence={sentence}
        disabledReason={isDisconnected ? say('not connected') : null}
        onPress={unblock}
      >
        {sayNode('Unblock<hidden> {name}, two presses</hidden>', {
          name,
          hidden: (children) => <span className="visually-hidden">{children}</span>,
        })}
      </SecondPressButton>
    </div>
  );
}

/** `unseen`: the held list still has the post, so it goes on air. */
function describeMissing(name: string, unseen: UnseenPost | null): string {
  const values = { name: isolateName(name) };
  if (unseen === null)
    return say('Press again within 2 seconds to unblock {name}, which is not in the feed’s collection.', values);
  return say('Press again within 2 seconds to put {name} on air, which is not in the feed’s collection: “{text}”.', {
    ...values,
    text: quotedTextOf(unseen.item),
  });
}

type Block = DeskFeed['blocked'][number];

function describeBlockOrigin({ by, since, reason }: Block, you: string, nowMs: number): string {
  const who = by === you ? say('you||who pressed a key') : isolateName(by ?? 'Greenroom');
  const time = formatDayTime(since, nowMs);
  return reason === null
    ? say('Blocked by {who} at {time}', { who, time })
    : say('Blocked by {who} at {time}: {reason}', { who, time, reason: isolateName(reason) });
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
      disabledReason={list === null ? say('this post is in neither list') : null}
      onPress={() => {
        if (list === null) return;
        select(list, id);
        openPanel('detail');
      }}
    >
      <b className="is-outside" dir="auto" title={name}>
        {removeDirections(name)}
      </b>
      {rule !== null && (
        <Badge badge={{ kind: 'warning', icon: 'shield', text: say('“{rule}”', { rule }), isOutside: true }} />
      )}
      <span>{details}</span>
    </Button>
  );
}
