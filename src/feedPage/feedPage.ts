/** Adds the Copy buttons and the pictures to the feed's page, which is complete without them. */
import '../ui/latinFonts.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/button.css';
import '../ui/badge.css';
import './feedPage.css';

const resultShownMs = 2000;

/** The engine writes them into the page in its language. */
const texts = document.body.dataset;

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
    button.textContent = texts['copied'] ?? '';
  } catch {
    getSelection()?.selectAllChildren(code);
    button.textContent = texts['notCopied'] ?? '';
  }
  setTimeout(() => {
    button.textContent = texts['copy'] ?? '';
  }, resultShownMs);
}

function showTemplate(preview: HTMLElement, template: string): void {
  const { title = '', overlay = '', templates = '' } = preview.dataset;
  const screen = document.createElement('div');
  screen.className = 'screen';
  const frame = document.createElement('iframe');
  frame.title = title;
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
  bar.append(choices, texts['aboutPicture'] ?? '');
  preview.replaceChildren(screen, bar);
}

for (const code of document.querySelectorAll('.addresses code, .curl')) {
  const button = createButton(texts['copy'] ?? '', () => void copy(code, button));
  button.className = 'button';
  code.after(button);
}
for (const preview of document.querySelectorAll<HTMLElement>('.preview')) {
  const details = preview.closest('details');
  if (preview.dataset['overlay'] === '') preview.textContent = preview.dataset['missing'] ?? '';
  else if (preview.dataset['posts'] === '0') preview.textContent = preview.dataset['empty'] ?? '';
  else if (details === null || details.open) showTemplate(preview, 'card');
  else details.addEventListener('toggle', () => showTemplate(preview, 'card'), { once: true });
}
