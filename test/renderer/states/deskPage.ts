/** Shows a state of the desk in the wanted language, which must be set before the modules of the states load. */
import { speakLanguage } from './speakLanguage.ts';

void speakLanguage().then(() => import('./States.tsx'));
