/** Shows a state of the presenter’s page in the wanted language. */
import { speakLanguage } from './speakLanguage.ts';

void speakLanguage().then(() => import('./PresenterStates.tsx'));
