/** The overlays as files for other programs: one page for an SPX server, and the manifest of an OGraf graphic. */

export type TemplateFileDeps = {
  /** `http://` and the host of the request. */
  readonly base: string;
  readonly feeds: readonly string[];
  /** The feed that the template shows first. */
  readonly feed: string;
  /** Whether the request named that feed. */
  readonly isFeedNamed: boolean;
  readonly token: string | null;
  readonly version: string;
};

/** An overlay that has not drawn by then did not load: it is loaded again. */
const silentFrameMs = 10_000;
/** The overlay's fade, and a little more. */
const fadeMs = 300;

const templates: readonly string[] = ['card', 'ticker', 'wall'];

export function isTemplate(name: string): boolean {
  return templates.includes(name);
}

/**
 * One page for the templates folder of an SPX server. The overlay is in a frame, so that it has the feed's origin. The frame is revealed only when
 * the overlay says that it draws: otherwise the browser would put its own error page on air while Greenroom is down.
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
  const address = formatFrameAddress(template, 'SPX', { base, token });
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
      var address = ${toScript(address)};
      var feed = ${toScript(feed)};
      var isPlaying = false;
      var shown = null;
      /** Loaded, but it has not drawn yet. */
      var loading = null;
      var attempt = 0;

      function remove(frame) {
        if (frame !== null && frame.parentNode !== null) frame.parentNode.removeChild(frame);
      }
      /** Shows the overlay once it draws; until then, what is on screen stays. */
      function show() {
        attempt += 1;
        remove(loading);
        loading = null;
        load(attempt);
      }
      function load(mine) {
        var url = address + '&feed=' + encodeURIComponent(feed);
        fetch(url, { cache: 'no-store' }).then(
          function (response) {
            if (!response.ok) throw new Error(String(response.status));
            if (mine !== attempt) return;
            var frame = document.createElement('iframe');
            frame.src = url;
            loading = frame;
            document.body.appendChild(frame);
            setTimeout(function () {
              if (loading !== frame) return;
              remove(frame);
              loading = null;
              load(mine);
            }, ${silentFrameMs});
          }
        ).catch(function () {
          setTimeout(function () { if (mine === attempt) load(mine); }, 1000);
        });
      }
      window.addEventListener('message', function (event) {
        if (loading === null || event.source !== loading.contentWindow || !event.data || event.data.greenroom !== 'shown') return;
        var old = shown;
        shown = loading;
        loading = null;
        shown.style.opacity = '1';
        // The new overlay fades in over the old one.
        setTimeout(function () { remove(old); }, ${fadeMs});
      });
      function play() {
        if (isPlaying) return;
        isPlaying = true;
        show();
      }
      function stop() {
        isPlaying = false;
        attempt += 1;
        loading = null;
        shown = null;
        var frames = document.querySelectorAll('iframe');
        for (var i = 0; i < frames.length; i += 1) remove(frames[i]);
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
export function formatOgrafManifest(template: string, deps: TemplateFileDeps): string {
  const { feed, isFeedNamed, token, version } = deps;
  const query = new URLSearchParams({ ...(isFeedNamed && { feed }), ...(token !== null && { token }) });
  return JSON.stringify({
    $schema: 'https://ograf.ebu.io/v1/specification/json-schemas/graphics/schema.json',
    id: `greenroom-${template}`,
    version,
    name: `Greenroom ${template}`,
    description: 'Posts on air, from a feed of Greenroom',
    main: `${template}.ograf.mjs${query.size === 0 ? '' : `?${query}`}`,
    supportsRealTime: true,
    supportsNonRealTime: false,
    stepCount: 1,
    schema: { type: 'object', properties: { feed: { type: 'string', title: 'Feed', default: feed } } },
    v_spx: { webplayout: '4', playlayer: '4' },
  });
}

/** The built module with the address of its overlay, which a copy on another server needs. */
export function formatOgrafModule(built: string, template: string, deps: TemplateFileDeps): string {
  return built.replace('%OVERLAY%', `${formatFrameAddress(template, 'OGraf', deps)}&feed=${deps.feed}`);
}

/** The address of an overlay that is shown in a frame, without its feed. */
function formatFrameAddress(
  template: string,
  program: 'SPX' | 'OGraf',
  { base, token }: Pick<TemplateFileDeps, 'base' | 'token'>,
): string {
  const address = new URL(`/overlay/${template}`, base);
  address.searchParams.set('name', program);
  address.searchParams.set('host', `${program.toLowerCase()}-frame`);
  if (token !== null) address.searchParams.set('token', token);
  return address.href;
}

/** JSON that cannot end the script element. */
function toScript(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c');
}
