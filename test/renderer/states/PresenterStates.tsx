/** Shows the presenter’s page in one state, for example `?state=used`; not part of the product’s build. */
import '../../../src/renderer/presenter/styles.ts';
import { createRoot } from 'react-dom/client';
import { Presenter } from '../../../src/renderer/presenter/Presenter.tsx';
import { receiveAnything, receiveLoss, receiveView } from '../../../src/renderer/presenter/presenterStore.ts';
import { now } from './posts.ts';
import { presenterViews } from './presenterViews.ts';

const stateName = new URLSearchParams(location.search).get('state') ?? 'now';

Date.now = () => now;
receiveAnything(stateName === 'late' ? null : now);
receiveView(
  stateName in presenterViews ? presenterViews[stateName as keyof typeof presenterViews] : presenterViews.now,
);
if (stateName === 'late') {
  Date.now = () => now + 12_000;
  receiveLoss(null);
}
if (stateName === 'refused') receiveLoss('This link is not accepted. Ask the gallery for a new one.');

const root = document.getElementById('page');
if (root !== null) createRoot(root).render(<Presenter onMark={async () => null} />);
