/** The languages that Greenroom speaks, and which of them fits the system. */

export const languages = ['en', 'de', 'es', 'fr'] as const;
export type Language = (typeof languages)[number];

/** Values of the setting. `system` follows the operating system. */
export const languageChoices = ['system', ...languages] as const;
export type LanguageChoice = (typeof languageChoices)[number];

/** Each in its own language, so that its speakers find it whatever language is shown. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
};

export function isLanguage(tag: string): tag is Language {
  return languages.some((language) => language === tag);
}

/** Returns the first system language that Greenroom speaks, in any of its regions; English if there is none. */
export function pickLanguage(choice: LanguageChoice, systemLanguages: readonly string[]): Language {
  if (choice !== 'system') return choice;
  // `de_AT.UTF-8` as well as `de-AT`.
  const spoken = systemLanguages.map((tag) => tag.toLowerCase().split(/[-_.@]/)[0] ?? '');
  return spoken.find(isLanguage) ?? 'en';
}
