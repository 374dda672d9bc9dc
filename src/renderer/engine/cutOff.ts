/** The answers to commands and queries that the connection could not carry. */
import type { Refusal } from '../../contract/commands.ts';
import { say } from '../../core/language/say.ts';

export function refuseLostCommand(): Refusal {
  return {
    ok: false,
    code: 'DESK_CUT_OFF',
    message: say('The connection was lost before Greenroom responded. The result of that press is unknown.'),
    nextStep: say('Check what is on air once the desk is connected.'),
  };
}

export function refuseUnsentCommand(): Refusal {
  return {
    ok: false,
    code: 'DESK_CUT_OFF',
    message: say('The desk was not connected to Greenroom. That press did nothing.'),
    nextStep: say('Press the key again once the desk is connected.'),
  };
}

export function refuseQuery(): Refusal {
  return {
    ok: false,
    code: 'DESK_CUT_OFF',
    message: say('No connection to Greenroom.'),
    nextStep: say('Wait until it reconnects.'),
  };
}
