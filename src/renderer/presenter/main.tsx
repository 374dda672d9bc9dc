/** Starts the presenter’s page: follows the feed of its address with the token of its link, and renders. */
import './styles.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ErrorBoundary } from '../../ui/ErrorBoundary.tsx';
import { takeToken } from '../engine/token.ts';
import { followPresenter, markUsed } from './followPresenter.ts';
import { Presenter } from './Presenter.tsx';
import { receiveAnything, receiveLoss, receiveView } from './presenterStore.ts';

const target = { feed: new URLSearchParams(window.location.search).get('feed'), token: takeToken(window) };
followPresenter(target, {
  fetch: (...request) => fetch(...request),
  onView: receiveView,
  onHeard: receiveAnything,
  onLost: receiveLoss,
});

const root = document.getElementById('page');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <ErrorBoundary title="This page can’t be displayed. On air is not affected." advice="Load it again.">
        <Presenter onMark={(feed, itemId, used) => markUsed(target, feed, itemId, used)} />
      </ErrorBoundary>
    </StrictMode>,
  );
}
