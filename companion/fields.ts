/** Dropdowns that actions and lamps share. */
import type { CompanionInputFieldDropdown } from '@companion-module/base';
import type { CollectionChoice } from './controlClient.ts';

/** `labels` has the label of each choice by its id. */
export function dropdownField(
  id: string,
  label: string,
  chosen: string,
  labels: Readonly<Record<string, string>>,
): CompanionInputFieldDropdown {
  const choices = Object.entries(labels).map(([choice, text]) => ({ id: choice, label: text }));
  return { type: 'dropdown', id, label, default: chosen, choices };
}

export function collectionField(collections: readonly CollectionChoice[]): CompanionInputFieldDropdown {
  const choices = collections.map(({ id, name }) => ({ id, label: name }));
  const chosen = choices[0]?.id ?? '';
  return { type: 'dropdown', id: 'collectionId', label: 'Collection', default: chosen, choices, allowCustom: true };
}
