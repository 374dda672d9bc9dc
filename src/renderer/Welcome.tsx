/** What is seen before the engine has said anything: that it is being asked, or why it does not answer. */
import type { DeskClient } from './control/client.ts';
import { useMirror } from './state/mirror.ts';
import { HouseSign } from './ui/Icon.tsx';

export function Welcome({ client }: { readonly client: DeskClient }) {
  const link = useMirror((mirror) => mirror.link);
  const hasState = useMirror((mirror) => mirror.state !== null);
  const [title, words] = sentences(link.word, hasState);
  return (
    <main className="welcome" aria-live="polite">
      <HouseSign />
      <h1>{link.refusal === null ? title : link.refusal.message}</h1>
      <p>{link.refusal === null ? words : link.refusal.nextStep}</p>
      {link.word !== 'connecting' && (
        <button type="button" className="button" onClick={() => client.tryNow()}>
          Try now
        </button>
      )}
    </main>
  );
}

function sentences(word: string, hasState: boolean): readonly [string, string] {
  if (hasState) return ['No feed is set up.', 'Name one in the configuration, then start Greenroom again.'];
  if (word === 'open' || word === 'connecting')
    return ['Asking the engine.', 'The show appears as soon as it answers.'];
  return [
    'The engine does not answer.',
    'The feed may be serving all the same. Look whether Greenroom runs on that machine. This page asks again twice a second.',
  ];
}
