/** The language of the page: the first of the browser’s languages that Greenroom speaks. */
import { pickLanguage } from '../core/language/languages.ts';
import { loadTranslations } from '../core/language/loadTranslations.ts';
import { setLanguage } from '../core/language/say.ts';

/** Without its translations, the page is in English. */
export async function speakBrowserLanguage(
  browserLanguages: readonly string[],
  load = loadTranslations,
): Promise<void> {
  const language = pickLanguage('system', browserLanguages);
  const translations = await load(language).catch(() => null);
  if (translations === null) return;
  setLanguage(language, translations);
  document.documentElement.lang = language;
}
