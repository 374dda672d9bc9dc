/** Commands on the rehearsal of a recorded show. They never change air. */
import type { SetupCommandRow } from './commandRow.ts';

export const rehearsalCommands = {
  rehearse: {
    route: ['POST', '/api/rehearsal'],
    right: 'operate',
    operationId: 'startRehearsal',
    label: 'Start a rehearsal',
    done: 'started a rehearsal',
    description: 'Plays a recording on the rehearsal port. On air is not affected.',
    key: null,
  },
  endRehearsal: {
    route: ['DELETE', '/api/rehearsal'],
    right: 'operate',
    operationId: 'stopRehearsal',
    label: 'End rehearsal',
    done: 'ended the rehearsal',
    description: 'Ends the rehearsal and closes its port.',
    key: 'Shift+y',
  },
  pauseRehearsal: {
    route: ['POST', '/api/rehearsal/pause'],
    right: 'operate',
    operationId: 'pauseRehearsal',
    label: 'Pause or resume',
    done: 'paused or resumed the rehearsal',
    description: 'Pauses the rehearsal; `isPaused: false` resumes it.',
    key: ' ',
  },
  stepRehearsal: {
    route: ['POST', '/api/rehearsal/step'],
    right: 'operate',
    operationId: 'stepRehearsal',
    label: 'Next event',
    done: 'stepped the rehearsal',
    description: 'Plays the next event and pauses.',
    key: 'ArrowRight',
  },
  speedRehearsal: {
    route: ['POST', '/api/rehearsal/speed'],
    right: 'operate',
    operationId: 'setRehearsalSpeed',
    label: 'Rehearsal speed',
    done: 'changed the rehearsal speed',
    description: 'Continues at another speed; `step` pauses.',
    key: null,
  },
  seekRehearsal: {
    route: ['POST', '/api/rehearsal/seek'],
    right: 'operate',
    operationId: 'seekRehearsal',
    label: 'Go to a time',
    done: 'moved within the rehearsal',
    description: 'Goes to the last event at or before a recorded time.',
    key: null,
  },
} as const satisfies Readonly<Record<string, SetupCommandRow>>;
