/** Names the picture in which the operator guide shows each screen, panel, view and part of the desk. */
import type { SettingPart } from '../../src/renderer/model/settingFields.ts';
import type { LogView, Panel, Screen } from '../../src/renderer/stores/uiState.ts';

/** The Log and Settings screens have a picture of each view and part. */
export const screenPictures: Readonly<Record<Exclude<Screen, 'log' | 'settings'>, string>> = {
  show: 'desk',
  wall: 'desk-wall',
  recipes: 'desk-recipes',
  preflight: 'desk-preflight',
  collections: 'desk-collections',
  pushSetup: 'desk-push-setup',
  firstRun: 'desk-setup',
};

export const panelPictures: Readonly<Record<Panel, string>> = {
  detail: 'desk-detail',
  keys: 'desk-keys',
  source: 'desk-source',
  addresses: 'desk-addresses',
  keptOff: 'desk-kept-off',
  rotation: 'desk-rotation',
  name: 'desk-name',
  start: 'desk-start',
  filter: 'desk-filters',
};

export const logPictures: Readonly<Record<LogView, string>> = {
  events: 'desk-log',
  history: 'desk-history',
  asRun: 'desk-as-run',
  rehearsal: 'desk-rehearsal',
  figures: 'desk-figures',
};

export const settingPictures: Readonly<Record<SettingPart, string>> = {
  source: 'desk-settings',
  feeds: 'desk-settings-feeds',
  feedServer: 'desk-settings-feed-server',
  overlay: 'desk-settings-overlays',
  media: 'desk-settings-media',
  guard: 'desk-settings-guard',
  history: 'desk-settings-history',
  control: 'desk-settings-control',
  appearance: 'desk-settings-appearance',
  updates: 'desk-settings-updates',
  backup: 'desk-settings-backup',
};

/** States that are no screen, panel or part of one. */
export const statePictures: readonly string[] = [
  ...['desk-held', 'desk-several', 'desk-block-reason', 'desk-following'],
  ...['desk-no-connection', 'desk-not-responding', 'presenter'],
];
