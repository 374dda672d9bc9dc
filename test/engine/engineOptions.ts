/** The options of an engine without pages, updates and control port, as its tests start it. */
import type { EngineOptions } from '../../src/engine/engine.ts';

export function createEngineOptions(dataDir: string, secretStore: EngineOptions['secretStore']): EngineOptions {
  return {
    ...{ dataDir, secretStore, settingsStorage: null, updateInstaller: null, systemLanguages: [], isDemo: false },
    ...{ showSwitch: null, otherShowDir: null, takeover: null, servicePage: null, rendererDir: null, builtDir: null },
    ...{ hasControlPort: false, isPortFatal: false, problems: [], version: '0.0.0' },
  };
}
