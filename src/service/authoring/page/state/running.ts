/** Running the service: its keys, its webhooks and their deliveries, and its faults. */
import type { Answer } from '../api/answer.ts';
import type { FaultOn, ShownOnce, Trial } from '../api/shapes.ts';
import { type Context, say, sayRefused } from './context.ts';

export type Running = ReturnType<typeof createRunning>;

export function createRunning(context: Context, lookNow: () => Promise<void>) {
  const { store, client } = context;

  async function ask<T>(question: (organisation: string) => Promise<Answer<T>>): Promise<T | null> {
    const { organisation } = store.getState();
    if (organisation === null) return null;
    const answer = await question(organisation);
    if (!answer.ok) {
      sayRefused(context, answer);
      return null;
    }
    await lookNow();
    return answer.value;
  }

  async function showOnce(icon: 'key' | 'webhook', what: string, made: Promise<ShownOnce | null>): Promise<boolean> {
    const shownOnce = await made;
    if (shownOnce === null) return false;
    store.setState({ shownOnce });
    say(context, {
      kind: 'usual',
      icon,
      strong: shownOnce.name,
      words: `: ${what} It is shown once, below.`,
      action: null,
    });
    return true;
  }

  return {
    makeKey: (name: string) =>
      showOnce(
        'key',
        'a new key.',
        ask((organisation) => client.makeKey(organisation, name)),
      ),
    revokeKey: async (id: string, name: string) => {
      const done = await ask(async (organisation) => {
        const answer = await client.revokeKey(organisation, id);
        return answer.ok ? { ...answer, value: true } : answer;
      });
      if (done === null) return;
      const words = ' is revoked, for good. Its next request is answered 401 INVALID_API_KEY.';
      say(context, { kind: 'usual', icon: 'key', strong: name, words, action: null });
    },
    makeHook: (hook: { name: string; url: string; signing: string }) =>
      showOnce(
        'webhook',
        'the secret its deliveries are signed with.',
        ask((organisation) => client.makeHook(organisation, hook)),
      ),
    newSecret: (hook: { id: string; name: string }) =>
      showOnce(
        'webhook',
        'a new secret. The old one signs nothing from now on.',
        ask((organisation) => client.newSecret(organisation, hook)),
      ),
    removeHook: async (id: string, name: string) => {
      const done = await ask(async (organisation) => {
        const answer = await client.removeHook(organisation, id);
        return answer.ok ? { ...answer, value: true } : answer;
      });
      if (done === null) return;
      say(context, {
        kind: 'usual',
        icon: 'webhook',
        strong: name,
        words: ' is removed. It is told of nothing more.',
        action: null,
      });
    },
    testHook: async (id: string, name: string) => {
      const trial = await ask((organisation) => client.testHook(organisation, id));
      if (trial === null) return;
      const kind = trial.outcome === 'delivered' ? 'usual' : 'warning';
      say(context, {
        kind,
        icon: kind === 'usual' ? 'webhook' : 'warning',
        strong: name,
        words: trialWords(trial),
        action: null,
      });
    },
    retry: (id: string) => ask((organisation) => client.retry(organisation, id)),
    haveIt: () => store.setState({ shownOnce: null }),
    setFaults: async (faults: readonly FaultOn['setting'][]) => {
      const { organisation } = store.getState();
      if (organisation === null) return;
      const answer = await client.setFaults(organisation, faults);
      if (answer.ok) store.setState({ faults: answer.value });
      else sayRefused(context, answer);
    },
  };
}

function trialWords({ outcome, status, fault, ms }: Trial): string {
  const answer =
    status === null
      ? fault === 'timeout'
        ? 'no answer within the time limit'
        : 'no connection'
      : `answered ${status}`;
  if (outcome === 'delivered') return ` took a trial delivery: ${answer} in ${Math.round(ms)} ms.`;
  if (outcome === 'retry')
    return ` did not take a trial delivery: ${answer}. A real one would be tried again. Next: see whether its receiver runs.`;
  return ` refused a trial delivery: ${answer}. A real one would have failed for good. Next: look at its address and secret.`;
}
