/** Has this process speak the language that the settings choose. */
import { type LanguageChoice, pickLanguage } from '../core/language/languages.ts';
import { loadTranslations } from '../core/language/loadTranslations.ts';
import { setLanguage } from '../core/language/say.ts';
import type { Log } from './ports.ts';

/** Rejects, and changes nothing, if the translations can’t be loaded. */
export type SpeakLanguage = (choice: LanguageChoice) => Promise<void>;

/** Speaks the chosen language, and resolves with a function that changes it. Without its translations, the show runs in English. */
export async function openLanguage(
  choice: LanguageChoice,
  systemLanguages: readonly string[],
  log: Log,
): Promise<SpeakLanguage> {
  const speak: SpeakLanguage = async (next) => {
    const language = pickLanguage(next, systemLanguages);
    setLanguage(language, await loadTranslations(language));
  };
  await speak(choice).catch((error: unknown) => {
    log('error', 'ENGINE_FAULT', { where: 'language', error: String(error) });
  });
  return speak;
}
