/** Measures posts for the desk, which has this page in a hidden frame. It shows nothing, and the feed sends it no posts. */
import { defaultAppearance } from './appearance.ts';
import { CardElement } from './cardElement.ts';
import { followTheme } from './followTheme.ts';
import { type Fit, measureFit } from './measureFit.ts';
import { createMissingCharacters, drawnByFont } from './missingCharacters.ts';
import { type FitRequest, readFitRequest } from './readFitRequest.ts';
import { StageElement } from './stageElement.ts';
import { WallElement } from './wallElement.ts';

const themeMs = 5000;

customElements.define('greenroom-stage', StageElement);
customElements.define('greenroom-card', CardElement);
customElements.define('greenroom-wall', WallElement);

const stage = document.querySelector('greenroom-stage');
if (stage instanceof StageElement && window.parent !== window) start(stage);

function start(stage: StageElement): void {
  let appearance = defaultAppearance;
  stage.applyAppearance(appearance);
  const bundled = Array.from(document.fonts);
  let missingIn = createMissingCharacters(bundled, () => false);

  followTheme(themeMs, (theme) => {
    appearance = theme;
    stage.applyAppearance(theme);
    const { font } = theme;
    const families = Array.from(new Set(bundled.map(({ family }) => family))).join(', ');
    missingIn = createMissingCharacters(bundled, font === null ? () => false : drawnByFont(font, families));
    // Posts measured with another theme no longer count.
    window.parent.postMessage({ fitReady: true }, '*');
  });

  const measureAll = async ({ id, items }: FitRequest, reply: (message: unknown) => void): Promise<void> => {
    const fits: Fit[] = [];
    for (const item of items) {
      fits.push(await measureFit(item, stage, appearance, missingIn));
      await nextTask();
    }
    reply({ fits: { id, fits } });
  };
  let last: Promise<void> = Promise.resolve();
  window.addEventListener('message', ({ data, source, origin }) => {
    const request = source === window.parent ? readFitRequest(data) : null;
    if (request === null) return;
    const reply = (message: unknown): void => window.parent.postMessage(message, origin);
    last = last.then(() => measureAll(request, reply)).catch(() => reply({ fits: { id: request.id, fits: [] } }));
  });
}

/** Lets the desk, which can share this thread, run between two posts. A timer would wait a second in a hidden page. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
