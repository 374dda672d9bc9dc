/** Paths whose texts `say` does not translate. */

/** Read by programs and by developers, always in English: APIs and their descriptions, the command line, logs, and what runs at the graphics. */
export const forPrograms: readonly string[] = [
  'src/contract',
  'src/core/commands',
  'src/core/feed',
  'src/core/language/languages.ts',
  'src/core/startCommands.ts',
  'src/disk',
  'src/engine/api',
  'src/engine/feed/builtFiles.ts',
  'src/engine/feed/consumers.ts',
  'src/engine/feed/feedList.ts',
  'src/engine/feed/formats.ts',
  'src/engine/feed/frames.ts',
  'src/engine/feed/mdns.ts',
  'src/engine/feed/message.ts',
  'src/engine/feed/metrics.ts',
  'src/engine/feed/programs.ts',
  'src/engine/feed/pulls.ts',
  'src/engine/feed/readAccess.ts',
  'src/engine/feed/responses.ts',
  'src/engine/feed/router.ts',
  'src/engine/feed/socketClient.ts',
  'src/engine/feed/stream.ts',
  'src/engine/feed/templateFiles.ts',
  'src/engine/http/refuseRequest.ts',
  'src/engine/osc',
  'src/engine/webhook/webhookResponse.ts',
  'src/feedPage',
  'src/headless',
  'src/http',
  'src/kit',
  'src/overlay',
  'src/preload',
  'src/service',
  'src/start/demo.ts',
  'src/start/describeStartError.ts',
  'src/start/desktop/relaunch.ts',
  'src/start/options.ts',
  'src/start/readFlags.ts',
  'src/start/serviceToken.ts',
];

/** Whether a path is one of these or in one of these folders. */
export function isListed(path: string, listed: readonly string[]): boolean {
  return listed.some((entry) => path === entry || path.startsWith(`${entry}/`));
}
