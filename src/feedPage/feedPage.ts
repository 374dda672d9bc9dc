/** Adds the Copy buttons and the pictures to the feed's page, which is complete without them. */
import '../ui/latinFonts.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/button.css';
import '../ui/badge.css';
import './feedPage.css';

const resultShownMs = 2000;

function createButton(text: string, onPress: (button: HTMLButtonElement) => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = text;
  button.addEventListener('click', () => onPress(button));
  return button;
}

async function copy(code: Element, button: HTMLButtonElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(code.textContent);
    button.textContent = 'Copied';
  } catch {
    getSelection()?.selectAllChildren(code);
    button.textContent = 'Not copied. Select and copy the text';
  }
  setTimeout(() => {
    button.textContent = 'Copy';
  }, resultShownMs);
}

function showTemplate(preview: HTMLElement, template: string): void {
  const { feed = '', overlay = '', templates = '' } = preview.dataset;
  const screen = document.createElement('div');
  screen.className = 'screen';
  const frame = document.createElement('iframe');
  frame.title = `Picture of ${feed}`;
  frame.src = overlay.replace('/card', `/${template}`);
  screen.append(frame);
  const choices = document.createElement('div');
  choices.className = 'segments';
  for (const name of templates.split(' ')) {
    const button = createButton(name, () => showTemplate(preview, name));
    button.setAttribute('aria-pressed', String(name === template));
    button.classList.toggle('is-on', name === template);
    choices.append(button);
  }
  const bar = document.createElement('div');
  bar.className = 'templates';
  bar.append(choices, 'The overlay itself, on a checkerboard. Not counted as a consumer.');
  preview.replaceChildren(screen, bar);
}

for (const code of document.querySelectorAll('.addresses code, .curl')) {
  const button = createButton('Copy', () => void copy(code, button));
  button.className = 'button';
  code.after(button);
}
for (const preview of document.querySelectorAll<HTMLElement>('.preview')) {
  const details = preview.closest('details');
  if (preview.dataset['overlay'] === '') preview.textContent = 'No picture. Run npm run build to build the overlays.';
  else if (preview.dataset['posts'] === '0') preview.textContent = 'Nothing on screen.';
  else if (details === null || details.open) showTemplate(preview, 'card');
  else details.addEventListener('toggle', () => showTemplate(preview, 'card'), { once: true });
}
