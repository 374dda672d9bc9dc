/**
 * Tests each state of the desk and of the presenter’s page with the longest translation of each message: no interface text is cut off,
 * and axe finds nothing serious. A release tests the layout and the accessibility of every state in each language; other runs test the
 * accessibility of each state in one of them, a short run of every sixteenth. `DESK_LANGUAGE=de` (or es, fr) tests one language.
 */
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { isEveryTest, isShort, isTurn, takeTurn } from '../shortRun.ts';
import { findAccessibilityProblems } from './accessibility.ts';
import { deskStates, openDeskState, openPresenterState, presenterStates, shareStatesPage } from './deskStates.ts';
import { findLayoutFaults, sizePictures, sizes, sizesOfTurn } from './layoutFaults.ts';
import { test } from './watchedPages.ts';

const translations = ['de', 'es', 'fr'] as const;
const chosen = process.env['DESK_LANGUAGE'] ?? 'longest';
const languages = isEveryTest ? ['longest', ...translations] : [chosen];

const shared = shareStatesPage();
const [largest] = sizes;

/** In a short run, 300 opens the others. */
const statesOfRun = deskStates.filter((_, index) => !isShort || !isTurn(index, 3));

/** The others have the same words in other places. */
const presenterStatesOfRun = isEveryTest ? presenterStates : (['now', 'nothing', 'late', 'refused'] as const);

/** Each opens one state in a language. */
const opens: Readonly<Record<string, (language: string) => Promise<void>>> = Object.fromEntries([
  ...statesOfRun.map((state) => [
    state,
    (language: string) => openDeskState(shared.page, shared.base, state, language),
  ]),
  ...presenterStatesOfRun.map((state) => [
    `presenter-${state}`,
    (language: string) => openPresenterState(shared.page, shared.base, state, language),
  ]),
]);

for (const language of languages) {
  for (const [turn, [state, open]] of Object.entries(opens).entries()) {
    test(`${state} fits at each size in the language ${language} and has no serious accessibility problem`, async () => {
      const { page } = shared;
      const sizesOfState = sizesOfTurn(turn);
      await page.setViewportSize(sizesOfState[0] ?? largest);
      await open(language);
      for (const size of sizesOfState) {
        await page.setViewportSize(size);
        const sized = `${state}-${language}-${size.width}x${size.height}`;
        expect.soft(await findLayoutFaults(page), sized).toEqual([]);
        if (sizePictures !== undefined) await page.screenshot({ path: join(sizePictures, `${sized}.png`) });
      }
      if (isShort) return;
      await page.setViewportSize(largest);
      expect(await findAccessibilityProblems(page)).toEqual([]);
    });
  }
}

/** The source’s note before its time in the update mode with the longest. */
const hybridNotes = {
  en: 'Fresh. Hybrid, polls every 15 s ',
  de: 'Aktuell. Hybrid, Abruf alle 15 s ',
  es: 'Al día. Híbrido, consulta cada 15 s ',
  fr: 'À jour. Hybride, interroge toutes les 15 s ',
} as const;
for (const [turn, [language, hybridNote]] of Object.entries(hybridNotes).entries()) {
  test(`longer response and paint times move no heading of the strip in the language ${language}`, async () => {
    const { page } = shared;
    await page.setViewportSize(largest);
    await openDeskState(page, shared.base, 'following', language);
    const strip = page.locator('.strip');
    const headingsAt = (ms: string) =>
      strip.evaluate((element, digits) => {
        for (const time of element.querySelectorAll<HTMLElement>('.fact-time')) {
          time.textContent = (time.textContent ?? '').replace(/\d+/, digits);
          // As FactText does.
          if (time.dataset['reserved'] !== undefined) time.dataset['reserved'] = '0'.repeat(4 - digits.length);
        }
        return [...element.querySelectorAll('.fact-main')].map((main) => main.getBoundingClientRect().y);
      }, ms);
    for (const note of [null, hybridNote]) {
      if (note !== null)
        await strip.locator('.fact:nth-child(4) .fact-note').evaluate((element, text) => {
          const [first] = element.childNodes;
          if (first === undefined) throw new Error('the source has no note');
          first.textContent = text;
        }, note);
      for (const size of sizesOfTurn(turn)) {
        await page.setViewportSize(size);
        await expect(strip.locator('.fact-time')).toHaveCount(2);
        expect.soft(await headingsAt('1234'), `${note} ${size.width} × ${size.height}`).toEqual(await headingsAt('8'));
      }
    }
  });
}

if (!isEveryTest) {
  const inTurn = Object.entries(opens).map(([state, open], index) => {
    const language = translations[index % translations.length] ?? 'de';
    return { state, open, language };
  });
  for (const { state, open, language } of takeTurn(inTurn, 0, 16)) {
    test(`${state} has no serious accessibility problem in the language ${language}`, async () => {
      const { page } = shared;
      await page.setViewportSize(largest);
      await open(language);
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(await findAccessibilityProblems(page)).toEqual([]);
    });
  }
}
