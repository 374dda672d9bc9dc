/** The wall template: the posts on air in pages of five. */
import type { FeedState } from '../kit/publicTypes.ts';
import { createOverlayController } from './overlayController.ts';
import { runOverlay } from './runOverlay.ts';
import { postsPerPage, WallElement } from './wallElement.ts';

/** How long a page stays, unless the address of the overlay says `page=SECONDS`. */
const defaultPageSeconds = 12;
const maxPageSeconds = 3600;

customElements.define('greenroom-wall', WallElement);

runOverlay('all', ({ stage, appearance, isPlaying, onShown }) => {
  let page = 0;
  let pages = 1;
  const selectPage = ({ list }: FeedState) => {
    pages = Math.max(1, Math.ceil(list.length / postsPerPage));
    const first = (page % pages) * postsPerPage;
    return list.slice(first, first + postsPerPage);
  };
  const controller = createOverlayController<WallElement>(
    isPlaying,
    selectPage,
    {
      prepare: async (items) => {
        const wall = new WallElement();
        wall.setAttribute('data-preparing', '');
        await wall.load(items, !appearance().hidden.includes('media'), () => {
          wall.fit();
          stage.updateVideos();
        });
        stage.addHidden(wall);
        wall.fit();
        stage.updateVideos();
        wall.removeAttribute('data-preparing');
        return wall;
      },
      show: (wall) => stage.show(wall),
      discard: (wall) => wall.remove(),
      keepOnly: (ids) => stage.keepOnly(ids),
      isShowingVideo: (id) => stage.isShowingVideo(id),
      fadeOut: () => stage.fadeOut(),
    },
    onShown,
  );
  const seconds = Number(new URLSearchParams(location.search).get('page'));
  const isValid = seconds >= 1 && seconds <= maxPageSeconds;
  setInterval(
    () => {
      if (pages === 1) return;
      page += 1;
      controller.turn();
    },
    (isValid ? seconds : defaultPageSeconds) * 1000,
  );
  return controller;
});
