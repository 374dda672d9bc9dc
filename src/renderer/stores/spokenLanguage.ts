/** The language that this page speaks, the desk or the presenter’s: the engine’s, once its translations are loaded. */
import { create } from 'zustand';
import { isLanguage, type Language, pickLanguage } from '../../core/language/languages.ts';
import { loadTranslations } from '../../core/language/loadTranslations.ts';
import { setLanguage } from '../../core/language/say.ts';
import { machineStorage } from '../../ui/safeStorage.ts';

/** The whole page renders again when it changes. */
export const useSpokenLanguage = create<{ readonly language: Language }>()(() => ({ language: 'en' }));

/** So that the page speaks it while it connects. */
const storageKey = 'greenroom.language';

/** The language of the last visit; the browser’s at the first. */
export function readLastLanguage(storage: Pick<Storage, 'getItem'>, browserLanguages: readonly string[]): Language {
  const last = storage.getItem(storageKey) ?? '';
  return isLanguage(last) ? last : pickLanguage('system', browserLanguages);
}

let wanted: Language = 'en';

/** If the translations can’t be loaded, the page keeps its language, and the next state tries again. */
export async function speak(next: Language, load = loadTranslations): Promise<void> {
  if (next === wanted) return;
  wanted = next;
  const translations = await load(next).catch(() => null);
  // Another language can be wanted by now.
  if (wanted !== next) return;
  if (translations === null) {
    wanted = useSpokenLanguage.getState().language;
    return;
  }
  setLanguage(next, translations);
  document.documentElement.lang = next;
  useSpokenLanguage.setState({ language: next });
  machineStorage.setItem(storageKey, next);
}
