/** Starts the presenter’s page: follows the feed of its address with the token of its link, and renders. */
import { machineStorage } from '../../ui/safeStorage.ts';
import './styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { takeToken } from '../engine/token.ts';
import { readLastLanguage, speak } from '../stores/spokenLanguage.ts';
import { followPresenter, markUsed } from './followPresenter.ts';
import { receiveAnything, receiveLoss, receiveView } from './presenterStore.ts';
import { SpokenPresenter } from './SpokenPresenter.tsx';

const target = { feed: new URLSearchParams(window.location.search).get('feed'), token: takeToken(window) };
const spoken = speak(readLastLanguage(machineStorage, navigator.languages));
// A refusal is said as it arrives, so the translations come first, unless they are late.
const late = new Promise<void>((resolve) => {
  setTimeout(resolve, 1000);
});
void Promise.race([spoken, late]).then(() =>
  followPresenter(target, {
    fetch: (...request) => fetch(...request),
    onView: receiveView,
    onHeard: receiveAnything,
    onLost: receiveLoss,
  }),
);

const root = document.getElementById('page');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <SpokenPresenter onMark={(feed, itemId, used) => markUsed(target, feed, itemId, used)} />
    </StrictMode>,
  );
}
