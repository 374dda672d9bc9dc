/** The overlays as files for other programs: one page for an SPX server, and the manifest of an OGraf graphic. */

export type TemplateFileDeps = {
  /** `http://` and the host of the request. */
  readonly base: string;
  readonly feeds: readonly string[];
  /** The feed that the template shows first. */
  readonly feed: string;
  readonly token: string | null;
  readonly version: string;
};

const templates: readonly string[] = ['card', 'ticker', 'wall'];

export function isTemplate(name: string): boolean {
  return templates.includes(name);
}

/**
 * One page for the templates folder of an SPX server. The overlay is in a frame, so that it has the feed's origin. It is revealed only once it has
 * loaded: otherwise the browser would put its own error page on air while Greenroom is down.
 */
export function formatSpxTemplate(template: string, deps: TemplateFileDeps): string {
  const { base, feeds, feed, token } = deps;
  const definition = {
    description: `Greenroom ${template}`,
    ...{ playserver: 'OVERLAY', playchannel: '1', playlayer: '10', webplayout: '5' },
    ...{ out: 'manual', dataformat: 'json', uicolor: '2' },
    DataFields: [
      {
        ...{ field: 'feed', ftype: 'dropdown', title: 'Feed', value: feed },
        items: feeds.map((slug) => ({ text: slug, value: slug })),
      },
    ],
  };
  const address = new URL(`/overlay/${template}`, base);
  address.searchParams.set('name', 'SPX');
  address.searchParams.set('host', 'spx-frame');
  if (token !== null) address.searchParams.set('token', token);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Greenroom ${template}</title>
    <style>
      html, body { margin: 0; width: 100%; height: 100%; overflow: hidden; background: transparent; }
      iframe { position: absolute; top: 0; left: 0; width: 100%; height: 100%; border: 0; opacity: 0; }
    </style>
    <script>
      window.SPXGCTemplateDefinition = ${toScript(definition)};
      var address = ${toScript(address.href)};
      var feed = ${toScript(feed)};
      var isPlaying = false;
      var shown = null;
      var attempt = 0;

      function addressOf(name) {
        return address + '&feed=' + encodeURIComponent(name);
      }
      /** Loads the overlay once it answers; until then, what is on screen stays. */
      function show() {
        attempt += 1;
        var mine = attempt;
        var url = addressOf(feed);
        fetch(url, { cache: 'no-store' }).then(
          function (response) {
            if (!response.ok) throw new Error(String(response.status));
            if (mine !== attempt || !isPlaying) return;
            var frame = document.createElement('iframe');
            frame.src = url;
            frame.onload = function () {
              if (mine !== attempt || !isPlaying) { frame.remove(); return; }
              if (shown !== null) shown.remove();
              shown = frame;
              frame.style.opacity = '1';
            };
            document.body.appendChild(frame);
          }
        ).catch(function () {
          setTimeout(function () { if (mine === attempt && isPlaying) show(); }, 1000);
        });
      }
      function play() {
        isPlaying = true;
        show();
      }
      function stop() {
        isPlaying = false;
        attempt += 1;
        var frames = document.querySelectorAll('iframe');
        for (var i = 0; i < frames.length; i += 1) frames[i].remove();
        shown = null;
      }
      function next() {}
      function update(data) {
        try {
          var name = JSON.parse(data).feed;
          if (typeof name !== 'string' || name === feed || !/^[a-z0-9][a-z0-9-]{0,62}$/.test(name)) return;
          feed = name;
          if (isPlaying) show();
        } catch (error) {
          // Data that names no feed changes nothing.
        }
      }
    </script>
  </head>
  <body></body>
</html>
`;
}

/** The manifest of an EBU OGraf v1 graphic. Its module is next to it. */
export function formatOgrafManifest(template: string, { feed, version }: TemplateFileDeps): string {
  return JSON.stringify({
    $schema: 'https://ograf.ebu.io/v1/specification/json-schemas/graphics/schema.json',
    id: `greenroom-${template}`,
    version,
    name: `Greenroom ${template}`,
    description: 'Posts on air, from a feed of Greenroom',
    main: `${template}.ograf.mjs`,
    supportsRealTime: true,
    supportsNonRealTime: false,
    stepCount: 1,
    schema: { type: 'object', properties: { feed: { type: 'string', title: 'Feed', default: feed } } },
    v_spx: { webplayout: '4', playlayer: '4' },
  });
}

/** JSON that cannot end the script element. */
function toScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
