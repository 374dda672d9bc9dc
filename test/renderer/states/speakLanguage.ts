/** Sets the language of a page of states before its module loads: `?language=de`, or `longest` for the longest translation of each message. */
import { isLanguage, languages } from '../../../src/core/language/languages.ts';
import { loadTranslations } from '../../../src/core/language/loadTranslations.ts';
import { setLanguage, type Translations } from '../../../src/core/language/say.ts';

export async function speakLanguage(): Promise<void> {
  const wanted = new URLSearchParams(location.search).get('language') ?? 'en';
  if (wanted === 'longest') {
    // Every language has the plural forms of German, so each text can be said with them.
    setLanguage('de', takeLongest(await Promise.all(languages.map(loadTranslations))));
    document.documentElement.lang = 'de';
    return;
  }
  if (!isLanguage(wanted)) throw new Error(`There is no language ${wanted}.`);
  setLanguage(wanted, await loadTranslations(wanted));
  document.documentElement.lang = wanted;
}

function takeLongest(catalogues: readonly Translations[]): Translations {
  const longest: Record<string, string> = {};
  for (const catalogue of catalogues) {
    for (const [message, text] of Object.entries(catalogue)) {
      // The part after “||” is for translators.
      const english = message.split('||', 1)[0] ?? message;
      if (text.length > (longest[message] ?? english).length) longest[message] = text;
    }
  }
  return longest;
}
