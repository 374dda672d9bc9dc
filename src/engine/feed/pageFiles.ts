/** Style and script of the feed's page; the script only adds the Copy buttons and the picture. */

const colours = `
:root {
  --ink-0: #0a0b0b; --ink-1: #131414; --ink-2: #1d1e1f; --ink-3: #2a2c2d; --line: #303334; --edge: #74797c;
  --text-1: #f5f6f6; --text-2: #c3c7c9;
  --air: #b10c18; --air-now: #dc1424; --held: #f6b21b; --held-ink: #140d00; --operator: #7cc4ff;
  --hatch: repeating-linear-gradient(135deg, var(--edge) 0 6px, var(--ink-0) 6px 14px);
  --sans: "IBM Plex Sans", "Noto Sans", "Segoe UI", system-ui, sans-serif;
  --condensed: "IBM Plex Sans Condensed", "IBM Plex Sans", "Noto Sans", "Segoe UI", system-ui, sans-serif;
  --mono: "IBM Plex Mono", ui-monospace, "DejaVu Sans Mono", Consolas, monospace;
}`;

export const pageStyle = `${colours}
* { box-sizing: border-box; margin: 0; }
body {
  max-width: 1760px; margin: 0 auto; padding: 0 40px 24px;
  background: var(--ink-0); color: var(--text-1); font: 400 16px/1.4 var(--sans); font-variant-numeric: tabular-nums;
}
a { color: var(--operator); }
:focus-visible { outline: 3px solid var(--operator); outline-offset: 2px; }
.head { display: grid; grid-template-columns: auto 1fr auto; gap: 28px; align-items: center; padding: 18px 0; }
h1 { font: 600 30px/1.15 var(--sans); }
.head p, .feed > header p { color: var(--text-2); font-size: 17px; }
.head b, .feed > header b { color: var(--text-1); }
.head nav { display: flex; flex-wrap: wrap; gap: 8px; }
.head nav a {
  display: flex; gap: 9px; align-items: center; padding: 8px 12px;
  color: var(--text-1); text-decoration: none; background: var(--ink-2);
}
.tally { font: 700 15px/22px var(--condensed); padding: 0 8px; border-radius: 2px; white-space: nowrap; }
.tally.is-air { background: var(--air); color: #fff; }
.tally.is-held { background: var(--held); color: var(--held-ink); }
.tally.is-cleared { background: #f4f4f1; color: #101010; }
.tally.is-none { color: var(--text-2); box-shadow: inset 0 0 0 1px var(--edge); }
.tally.is-rehearsal { border: 4px solid; border-image: var(--hatch) 4; }
.feed.is-rehearsal { border: 14px solid; border-image: var(--hatch) 14; }
.feed { background: var(--ink-1); margin-bottom: 12px; padding: 0 20px 18px; }
.feed > header {
  display: flex; align-items: center; gap: 16px; padding: 14px 20px; margin: 0 -20px 4px; background: var(--ink-2);
}
.feed > header .tally { font-size: 18px; line-height: 28px; padding: 0 10px; }
h2 { font: 600 24px/1.2 var(--sans); }
h3 {
  font: 700 15px/1 var(--condensed); letter-spacing: .05em; text-transform: uppercase;
  color: var(--text-2); margin: 16px 0 5px;
}
.columns { display: grid; grid-template-columns: minmax(0, 1fr) 704px; gap: 36px; }
.addresses { list-style: none; padding: 0; }
.addresses li {
  display: grid; grid-template-columns: 150px minmax(0, 1fr) auto; gap: 12px; align-items: center;
  min-height: 36px; border-bottom: 1px solid var(--line);
}
.addresses span { color: var(--text-2); font-size: 15px; }
code { font-family: var(--mono); overflow-wrap: anywhere; }
.addresses code { font-size: 16px; }
button {
  font: inherit; font-weight: 600; font-size: 15px; padding: 1px 12px; color: var(--text-1);
  background: var(--ink-3); border: 1px solid var(--edge); border-radius: 2px;
}
.curl { font: 400 15px/1.6 var(--mono); background: var(--ink-2); padding: 10px 14px; white-space: pre-wrap; overflow-wrap: anywhere; }
.curl + button { margin-top: 6px; }
.preview { margin-top: 16px; color: var(--text-2); }
.screen {
  width: 704px; height: 396px; overflow: hidden; border: 4px solid var(--edge);
  background: repeating-conic-gradient(var(--ink-2) 0 25%, var(--ink-3) 0 50%) 0 0 / 32px 32px;
}
.is-air .screen { border-color: var(--air-now); }
.is-held .screen { border-color: var(--held); }
.is-rehearsal .screen { border-image: var(--hatch) 4; }
.screen iframe { border: 0; width: 1920px; height: 1080px; transform: scale(.3625); transform-origin: 0 0; }
.templates { display: flex; align-items: center; gap: 14px; padding-top: 8px; font-size: 15px; }
.templates div { display: flex; }
.templates button { padding: 5px 14px; border-radius: 0; margin-right: -1px; }
.templates button[aria-pressed="true"] { background: var(--text-1); color: var(--ink-0); }
summary { padding: 8px 0; font-weight: 600; font-size: 17px; border-bottom: 1px solid var(--line); }
.steps { margin: 6px 0 8px; padding: 0; list-style: none; counter-reset: step; }
.steps li { counter-increment: step; position: relative; padding: 5px 0 5px 44px; min-height: 36px; }
.steps li::before {
  content: counter(step); position: absolute; left: 0; width: 28px; height: 28px; border-radius: 50%;
  border: 1px solid var(--edge); text-align: center; font: 700 16px/27px var(--condensed);
}
.foot { display: flex; flex-wrap: wrap; gap: 10px; color: var(--text-2); font-size: 15px; padding-top: 6px; }
.foot a:not(:first-child) { margin-left: 18px; }
.foot span { margin-left: auto; }
@media (max-width: 1599px) {
  body { padding: 0 20px 20px; }
  .head { grid-template-columns: auto auto; gap: 8px 28px; }
  .head p { grid-row: 2; grid-column: 1 / -1; font-size: 15px; }
  .head nav { justify-self: end; }
  .columns { grid-template-columns: minmax(0, 1fr) 448px; gap: 20px; }
  .screen { width: 448px; height: 252px; }
  .screen iframe { transform: scale(.2292); }
  .addresses li { grid-template-columns: 112px minmax(0, 1fr) auto; min-height: 32px; }
  .addresses code { font-size: 15px; }
}
@media (max-width: 1000px) {
  .columns { grid-template-columns: minmax(0, 1fr); }
  .feed > header { flex-wrap: wrap; }
}
`;

export const pageScript = `'use strict';
for (const code of document.querySelectorAll('.addresses code, .curl')) {
  const copy = document.createElement('button');
  copy.type = 'button';
  copy.textContent = 'Copy';
  copy.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      copy.textContent = 'Copied';
    } catch {
      getSelection().selectAllChildren(code);
      copy.textContent = 'Not copied. Select and copy the text';
    }
    setTimeout(() => { copy.textContent = 'Copy'; }, 2000);
  });
  code.after(copy);
}
const showTemplate = (preview, template) => {
  const screen = document.createElement('div');
  screen.className = 'screen';
  const frame = document.createElement('iframe');
  frame.title = 'Picture of ' + preview.dataset.feed;
  frame.src = preview.dataset.overlay.replace('/card', '/' + template);
  screen.append(frame);
  const bar = document.createElement('div');
  bar.className = 'templates';
  const buttons = document.createElement('div');
  for (const name of preview.dataset.templates.split(' ')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.setAttribute('aria-pressed', String(name === template));
    button.addEventListener('click', () => showTemplate(preview, name));
    buttons.append(button);
  }
  const note = document.createElement('span');
  note.textContent = 'The overlay itself, on a checkerboard. Not counted as a consumer.';
  bar.append(buttons, note);
  preview.replaceChildren(screen, bar);
};
for (const preview of document.querySelectorAll('.preview')) {
  if (preview.dataset.overlay === '') {
    preview.textContent = 'No picture. Run npm run build to build the overlays.';
    continue;
  }
  if (preview.dataset.posts === '0') {
    preview.textContent = 'Nothing on screen.';
    continue;
  }
  const details = preview.closest('details');
  if (details === null || details.open) showTemplate(preview, 'card');
  else details.addEventListener('toggle', () => showTemplate(preview, 'card'), { once: true });
}
`;
