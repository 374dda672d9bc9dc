/** The right side of the Overlays settings: the card of the selected feed, which shows each change now. */
import { say } from '../../../core/language/say.ts';
import { Picture } from '../show/Picture.tsx';

export function OverlayAside() {
  return (
    <>
      <h2>{say('Picture')}</h2>
      <Picture />
      <p>{say('The picture shows a change within a second. Overlays on air follow within ten seconds.')}</p>
    </>
  );
}
