/** Shows a state of the desk in the wanted language. What the state holds is said while its modules load. */
import { speakLanguage } from './speakLanguage.ts';

void speakLanguage().then(() => import('./States.tsx'));
