/** The faults that can be switched on, in words, each with the setting that On stands for. */

export type FaultWords = {
  readonly name: string;
  readonly title: string;
  readonly words: string;
  readonly setting: unknown;
};

export const faultWords: readonly FaultWords[] = [
  { name: 'serviceUnavailable', title: 'SERVICE_UNAVAILABLE', words: '503 with Retry-After', setting: true },
  { name: 'latency', title: 'Latency', words: 'Each answer later', setting: true },
  { name: 'badGateway', title: 'BAD_GATEWAY', words: '502', setting: true },
  { name: 'drip', title: 'Drip', words: 'The body in small pieces', setting: true },
  { name: 'reset', title: 'Reset', words: 'The connection broken in mid-body', setting: true },
  { name: 'truncation', title: 'Truncation', words: 'Half a body with the whole length', setting: true },
  { name: 'wrongEtag', title: 'Wrong ETag', words: 'A new ETag for the same body', setting: true },
  { name: 'lyingEtag', title: 'Lying ETag', words: 'The old ETag for another body', setting: true },
  { name: 'flapping', title: 'Flapping replicas', words: 'Old and new answers in turn', setting: true },
  { name: 'rewind', title: 'Rewind', words: 'An older list as the newest', setting: true },
  { name: 'emptyWithCount', title: 'Empty with a count', words: 'No items, liveContentCount as it was', setting: true },
  { name: 'html', title: 'HTML', words: 'A page of a proxy instead of JSON', setting: true },
  { name: 'wrongId', title: 'Wrong id', words: 'Another collection than the one asked for', setting: true },
];
