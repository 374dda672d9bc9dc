/** Loads the translations of one language, so that a page and a process hold no other. */
import type { Language } from './languages.ts';
import type { Translations } from './say.ts';

const loaders: Readonly<Record<Language, () => Promise<{ readonly translations: Translations }>>> = {
  en: async () => ({ translations: {} }),
  de: () => import('./catalogue/de.ts'),
  es: () => import('./catalogue/es.ts'),
  fr: () => import('./catalogue/fr.ts'),
};

/** Rejects if the language’s module can’t be loaded. */
export async function loadTranslations(language: Language): Promise<Translations> {
  return (await loaders[language]()).translations;
}
