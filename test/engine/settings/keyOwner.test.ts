/** Tests which addresses are of one service, so that a saved key is sent to them. */
import { expect, test } from 'vitest';
import { isSameService } from '../../../src/engine/settings/keyOwner.ts';

test('another path, a written port and https in place of http are the same service', () => {
  for (const [owner, address] of [
    ['https://a.example', 'https://a.example/v1'],
    ['https://a.example/x', 'https://a.example:443/y/v1/collections'],
    ['https://a.example', 'https://A.example'],
    ['http://a.example', 'https://a.example'],
  ] as const)
    expect([owner, address, isSameService(owner, address)]).toEqual([owner, address, true]);
});

test('another host, another port and http in place of https are another service', () => {
  for (const [owner, address] of [
    ['https://a.example', 'https://b.example'],
    ['https://a.example', 'https://a.example.b.example'],
    ['https://a.example', 'https://a.example:8443'],
    ['http://a.example:8080', 'https://a.example:8443'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8081'],
    ['https://a.example', 'http://a.example'],
    ['https://a.example', ''],
  ] as const)
    expect([owner, address, isSameService(owner, address)]).toEqual([owner, address, false]);
});
