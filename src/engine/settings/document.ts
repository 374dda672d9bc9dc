/** Edits individual values of a settings document, so that values left to their defaults stay out of the file. */
import { isSameJson } from '../../core/boundedJson.ts';

export type SettingsDocument = Readonly<Record<string, unknown>>;

export function isDocument(value: unknown): value is SettingsDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Applies a JSON Merge Patch (RFC 7396): merges objects, replaces other values, and deletes where the patch has `null`. */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isDocument(patch)) return patch;
  const merged = new Map<string, unknown>(isDocument(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}

/** Returns the merge patch that makes `after` of `before`. */
export function patchBetween(before: SettingsDocument, after: SettingsDocument): SettingsDocument {
  const patch = new Map<string, unknown>();
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [from, to = null] = [before[name], after[name]];
    if (isSameJson(from, to)) continue;
    patch.set(name, isDocument(from) && isDocument(to) ? patchBetween(from, to) : to);
  }
  return Object.fromEntries(patch);
}

/** Returns the document with one value set at a path such as `a.b.c`. */
export function withValue(target: unknown, path: string, value: unknown): SettingsDocument {
  const [name = '', ...rest] = path.split('.');
  const before = isDocument(target) ? target : {};
  return { ...before, [name]: rest.length === 0 ? value : withValue(before[name], rest.join('.'), value) };
}

/** Returns the document without the read token, for exports, backups and desks. */
export function withoutSecrets(document: SettingsDocument): SettingsDocument {
  const { feedServer } = document;
  if (!isDocument(feedServer)) return document;
  const { readToken: _, ...rest } = feedServer;
  return { ...document, feedServer: rest };
}
