/** Pictures of the places in a target that its steps name. */

import { markMessage, say } from '../../../core/language/say.ts';
import type { RecipeTarget } from '../../../core/recipes.ts';
import companionConnection from './pictures/companion-connection.png';
import companionModule from './pictures/companion-module.png';
import companionPresets from './pictures/companion-presets.png';
import obsScripts from './pictures/obs-scripts.png';
import spxProject from './pictures/spx-project.png';
import spxRundown from './pictures/spx-rundown.png';

type TargetPicture = { readonly source: string; readonly caption: string };

const pictures: Partial<Record<RecipeTarget, readonly TargetPicture[]>> = {
  obs: [{ source: obsScripts, caption: markMessage('Step 4 in OBS: the script with the address and its text source') }],
  spx: [
    { source: spxProject, caption: markMessage('Step 2 in SPX: the settings of the project') },
    { source: spxRundown, caption: markMessage('Step 3 in SPX: “+” in the rundown') },
  ],
  // Without step numbers: while the port is closed, there is a step more. Companion’s page is light and red, so its pictures are dimmed and nearly grey.
  companion: [
    { source: companionModule, caption: markMessage('In Companion, Modules: “Import module package”') },
    { source: companionConnection, caption: markMessage('In Companion, Connections: address, feed and token') },
    { source: companionPresets, caption: markMessage('In Companion, Buttons, Presets: the keys to drag to your page') },
  ],
};

export function TargetPictures({ target }: { readonly target: RecipeTarget }) {
  const shown = pictures[target];
  if (shown === undefined) return null;
  return (
    <div className="target-pictures">
      {shown.map(({ source, caption }) => (
        <figure key={source}>
          <img src={source} alt="" />
          <figcaption>{say(caption)}</figcaption>
        </figure>
      ))}
    </div>
  );
}
