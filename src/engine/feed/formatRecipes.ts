/** Formats the setup steps on the feed's page for each program. */

/** `address` returns the full address of a path, escaped for HTML. */
export function formatRecipes(slug: string, address: (path: string) => string): string {
  const card = address(`/overlay/card?feed=${slug}`);
  const recipes: readonly (readonly [string, readonly string[]])[] = [
    [
      'OBS',
      [
        'Under <b>Sources</b> press <b>+</b>, choose <b>Browser</b>, press <b>OK</b>.',
        'Paste the card’s address into <b>URL</b>. Set <b>Width</b> 1920, <b>Height</b> 1080.',
        'Leave <b>Shutdown source when not visible</b> off. Press <b>OK</b>.',
      ],
    ],
    [
      'vMix',
      [
        'Press <b>Settings</b>, <b>Data Sources</b>, <b>Add</b>, choose <b>JSON</b>.',
        'Paste the address “vMix, 12 rows” into <b>URL</b>, interval <b>1000</b>. Press <b>OK</b>.',
        'In your title press the gear, <b>Data Source</b>, and map <b>Headline.Text</b> to <b>message</b>.',
      ],
    ],
    [
      'CasparCG',
      [
        `Load: <code>CG 1-20 ADD 0 "${card}" 0</code>`,
        'Show: <code>CG 1-20 PLAY 0</code>',
        'Hide: <code>CG 1-20 STOP 0</code>',
      ],
    ],
    [
      'SPX',
      [
        `Save <a href="${address(`/overlay/card.spx.html?feed=${slug}`)}">the card as a file</a> in the folder <b>ASSETS/templates/greenroom</b> of the SPX server.`,
        'In the rundown press <b>Add template</b> and choose it.',
      ],
    ],
    ['OGraf', [`Manifest: <code>${address('/overlay/card.ograf.json')}</code>`]],
  ];
  const parts = recipes.map(
    ([name, steps], index) =>
      `<details${index === 0 ? ' open' : ''}><summary>${name}</summary><ol class="steps">${steps
        .map((step) => `<li>${step}</li>`)
        .join('')}</ol></details>`,
  );
  return `<h3>Set up</h3>\n${parts.join('\n')}`;
}
