/** Whether a cache stands between us and the service, as far as its answers say so themselves (RFC 9111, Age). */
import type { Contact } from './contact.ts';

/** So many answers in a row without an age, and the cache counts as gone. */
const goneAfter = 60;

/** Ages are told in steps, so that not every answer is another sentence. Seconds. */
const step = 5;

/** Takes note of the age of each answer: seconds that it stood in a cache; null when none says so, which proves nothing. */
export function createCacheAge(contact: Pick<Contact, 'raise' | 'clear'>): (ageSeconds: number | null) => void {
  let oldest = 0;
  let withoutAge = 0;
  return (ageSeconds) => {
    if (ageSeconds === null || ageSeconds === 0) {
      withoutAge += 1;
      if (withoutAge < goneAfter || oldest === 0) return;
      oldest = 0;
      contact.clear('SOURCE_CACHE_IN_PATH', 'source');
      return;
    }
    withoutAge = 0;
    const told = Math.ceil(ageSeconds / step) * step;
    if (told <= oldest) return;
    oldest = told;
    contact.raise('SOURCE_CACHE_IN_PATH', 'source', { seconds: told });
  };
}
