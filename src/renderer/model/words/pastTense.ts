/** Describes what a desk did, in the past tense. */

const phrases: Readonly<Record<string, string>> = {
  hold: 'held',
  release: 'released',
  take: 'took all',
  clear: 'cleared',
  back: 'undid a clear',
  block: 'blocked a post',
  unblock: 'unblocked a post',
  allow: 'allowed a post',
  next: 'went to the next post',
  previous: 'went to the previous post',
  cue: 'cued a post',
  pin: 'pinned the post',
  unpin: 'unpinned the post',
  rotate: 'changed the rotation',
  used: 'marked a post used or unused',
  point: 'used another collection',
  setMode: 'changed the update mode',
  checkNow: 'checked the service',
  seen: 'acknowledged the restart',
  guards: 'changed the guards',
  rollback: 'restored a revision',
  rehearse: 'started a rehearsal',
  endRehearsal: 'ended the rehearsal',
  pauseRehearsal: 'paused the rehearsal',
  stepRehearsal: 'stepped the rehearsal',
  speedRehearsal: 'changed the rehearsal speed',
  seekRehearsal: 'moved within the rehearsal',
};

/** For example `took all` for the control API's `take`; an unknown verb is returned unchanged. */
export function pastTenseOf({ verb, only }: { readonly verb: string; readonly only: 'removals' | null }): string {
  return only === 'removals' ? 'took removals' : (phrases[verb] ?? verb);
}
