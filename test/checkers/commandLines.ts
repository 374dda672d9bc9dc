/** The lines of two commands that the compiler must require, for `types.test.ts`. */

export type Line = readonly [path: string, after: string, line: string];

/** The rows of two commands and the event of the second, which changes a feed. Each line follows a text of its file. */
export const commandRows: readonly Line[] = [
  [
    'src/core/commands/setupCommands.ts',
    'export const setupCommands = {',
    "  flash: { route: ['POST', '/api/flash'], right: 'desk', operationId: 'flashNow', label: 'Flash', done: 'flashed', description: 'Flashes.', key: null },",
  ],
  [
    'src/core/commands/feedCommands.ts',
    'export const feedCommands = {',
    "  pulse: { right: 'operate', operationId: 'pulseFeed', label: 'Pulse', done: 'pulsed', description: 'Pulses.', key: null, osc: noArguments },",
  ],
  [
    'src/core/show.ts',
    "readonly type: 'restorationSeen' } & FeedEventFields)",
    "  | ({ readonly type: 'feedPulsed' } & FeedEventFields)",
  ],
];

/** The lines that the compiler requires: schemas, handlers and a result, then those of the event. */
export const commandLines: readonly Line[] = [
  ['src/contract/commandSchemas.ts', 'export const commandBodies = {', '  flash: nothing, pulse: nothing,'],
  [
    'src/engine/commands/setupCommands.ts',
    'const detector = source.signatureDetector;\n  return {',
    "    flash: async () => ({ ok: true, value: {}, log: '' }),",
  ],
  [
    'src/engine/commands/feedCommands.ts',
    "type: 'restorationSeen', feed })),",
    "    pulse: applies(({ feed }) => ({ type: 'feedPulsed', feed })),",
  ],
  ['src/contract/commandResponses.ts', '...feedResponses,', '  flash: nothing,'],
  ['src/core/advanceFeed.ts', "case 'restorationSeen':", "    case 'feedPulsed':"],
  ['src/core/actionOf.ts', "case 'headPinned':", "    case 'feedPulsed':"],
  ['src/core/summariseEvent.ts', "case 'feedHeld':", "    case 'feedPulsed':"],
  ['src/engine/logs/recordedEvents.ts', "z.enum(['feedHeld',", "    'feedPulsed',"],
];
