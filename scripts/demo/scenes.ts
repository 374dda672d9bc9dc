/** Draws the scenes of the fictional evening Harbour Night, which the demo’s pictures and videos show. */
import { burst, createRandom, crowd, glow, type Moment, rain, round, sky, swing, umbrella, waves } from './drawing.ts';

export type Scene = (moment: Moment) => string;

function concert(moment: Moment): string {
  const beam = (x: number, colour: string, times: number, phase: number) => {
    const lean = round(swing(moment, times, phase) * 46);
    return `<path d="M${x} 118L${x - 50 + lean} 308h94z" fill="${colour}"/>`;
  };
  const pulse = round(0.75 + 0.2 * swing(moment, 8, 0));
  const sway = round(swing(moment, 4, 0.25) * 3);
  return [
    sky('sky', [
      [0, '#10172b'],
      [0.6, '#27335c'],
      [1, '#0c0f1a'],
    ]),
    '<path d="M60 118h280v150H60z" fill="#0b0e18"/>',
    `<g opacity=".55">${beam(90, '#7fd6ff', 1, 0)}${beam(162, '#ff9fb2', 2, 0.3)}${beam(238, '#ffe08a', 1, 0.5)}${beam(312, '#8ff0c2', 2, 0.8)}</g>`,
    glow('light', 200, 236, 96, '#ffd79a', pulse),
    `<g fill="#0a0c13" transform="translate(${sway} 0)"><circle cx="200" cy="204" r="13"/><path d="M180 268v-34q0-16 20-16t20 16v34z"/><path d="M214 226l30-18" stroke="#0a0c13" stroke-width="7"/></g>`,
    '<g fill="#0a0c13"><circle cx="130" cy="222" r="10"/><path d="M116 268v-26q0-12 14-12t14 12v26zM256 268v-30q0-12 16-12t16 12v30z"/><circle cx="272" cy="214" r="11"/></g>',
    '<path d="M52 108h296v12H52z" fill="#2c3350"/>',
    crowd(moment, 318, '#05070c', 17, 26, 0.35),
    rain(moment, 5, '#cfe3f2', 46),
  ].join('');
}

function fireworks(moment: Moment): string {
  const spreadAt = (phase: number) => round(0.25 + ((moment.loopPosition + phase) % 1) * 0.75);
  return [
    sky('sky', [
      [0, '#070b1d'],
      [0.66, '#1c2750'],
      [0.67, '#0a1126'],
      [1, '#121d3d'],
    ]),
    burst(150, 130, 92, '#ffb347', 7, spreadAt(0.62)),
    burst(276, 96, 66, '#ff7a90', 11, spreadAt(0.3)),
    burst(252, 196, 52, '#7fe0ff', 23, spreadAt(0)),
    '<g opacity=".5" stroke-width="3"><path d="M112 290h76M128 306h44M138 324h26" stroke="#ffb347"/><path d="M246 290h60M258 308h36" stroke="#ff7a90"/><path d="M228 330h50" stroke="#7fe0ff"/></g>',
    crowd(moment, 366, '#03050b', 29, 16, 0.2),
  ].join('');
}

function umbrellas(moment: Moment): string {
  const bob = (phase: number) => round(swing(moment, 3, phase) * 4);
  return [
    sky('sky', [
      [0, '#243447'],
      [0.7, '#4b5b66'],
      [1, '#232b33'],
    ]),
    glow('lamp', 286, 92, 120, '#ffe2a8', 0.9),
    '<path d="M284 92v210" stroke="#14181d" stroke-width="6"/><path d="M266 78h40l-8 24h-24z" fill="#fff0c9"/><path d="M0 296h400v104H0z" fill="#1c242c"/>',
    '<path d="M250 320h70M262 338h46M96 330h60" stroke="#ffe2a8" stroke-width="3" opacity=".5"/>',
    umbrella(118, 176 + bob(0), 58, '#d8453c', '#1a1d24'),
    umbrella(214, 208 + bob(0.4), 66, '#f0b63a', '#12151b'),
    umbrella(316, 232 + bob(0.7), 48, '#2f8f83', '#181b22'),
    rain(moment, 41, '#eaf4fb', 60),
  ].join('');
}

function lanterns(moment: Moment): string {
  const positions = [
    [70, 110, 34],
    [164, 134, 42],
    [262, 128, 38],
    [346, 102, 32],
    [112, 226, 46],
    [226, 244, 54],
    [330, 214, 42],
  ] as const;
  const lantern = ([x, y, r]: readonly [number, number, number], i: number) =>
    [
      glow(`light${i}`, x, y, r * 2, '#ffb15c', 0.8),
      `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${round(r * 0.86)}" fill="#ff9a3d"/><ellipse cx="${x}" cy="${y}" rx="${round(r * 0.5)}" ry="${round(r * 0.84)}" fill="#ffd08a"/>`,
      `<path d="M${round(x - r * 0.4)} ${round(y - r * 0.8)}h${round(r * 0.8)}M${round(x - r * 0.4)} ${round(y + r * 0.8)}h${round(r * 0.8)}" stroke="#3a1a12" stroke-width="5"/>`,
    ].join('');
  return [
    sky('sky', [
      [0, '#1a1430'],
      [1, '#40243a'],
    ]),
    '<path d="M0 60q200 70 400 0M0 150q200 80 400 10" stroke="#0d0a16" stroke-width="3" fill="none"/>',
    positions.map(lantern).join(''),
    crowd(moment, 372, '#0b0711', 13, 20, 0.1),
  ].join('');
}

function lighthouse(moment: Moment): string {
  return [
    sky('sky', [
      [0, '#26384f'],
      [0.55, '#8a6f6a'],
      [0.66, '#d69a63'],
      [0.67, '#274056'],
      [1, '#132536'],
    ]),
    '<path d="M236 120L-20 40v60z" fill="#fff1c4" opacity=".65"/><path d="M256 120L430 84v90z" fill="#fff1c4" opacity=".4"/>',
    '<path d="M226 140h40l14 150h-68z" fill="#eee7da"/><path d="M222 184h48l3 30h-54zM217 244h58l3 30h-64z" fill="#c43a34"/><path d="M230 108h32v32h-32z" fill="#2a2220"/><path d="M226 108l20-20 20 20z" fill="#c43a34"/>',
    '<path d="M120 306q60-40 130-26t130 26v20H120z" fill="#15120f"/>',
    waves(moment, 330, '#7fa3bb', 0.55),
    waves(moment, 362, '#7fa3bb', 0.55),
  ].join('');
}

function rooftop(): string {
  return [
    sky('sky', [
      [0, '#2c3f66'],
      [0.5, '#c76b52'],
      [0.66, '#f3b36a'],
      [1, '#3c2a2f'],
    ]),
    '<circle cx="292" cy="234" r="34" fill="#ffe3a6"/><path d="M0 258h60v-40h34v30h46v-66h26v70h70v-30h40v34h124v150H0z" fill="#271d27"/>',
    '<path d="M0 318h400v90H0z" fill="#100c12"/><g fill="#08060a"><circle cx="150" cy="226" r="16"/><path d="M124 330v-60q0-22 26-22t26 22v60z"/><path d="M170 262l46-34" stroke="#08060a" stroke-width="9" stroke-linecap="round"/><path d="M210 212h34v22h-34z"/></g><path d="M244 223l18-7v14z" fill="#08060a"/>',
  ].join('');
}

function choir(moment: Moment): string {
  const coats = ['#2f6f8f', '#c24f45', '#43865f', '#d59a2e', '#6a5a8f', '#2f6f8f'];
  const skins = ['#e9b48c', '#8a5a3c', '#f0c9a4', '#5c3a28', '#d79a6c', '#a8704a'];
  const child = (i: number) => {
    const x = 40 + i * 64;
    const sway = round(swing(moment, 6, i / 6) * 5);
    const mouth = round(3 + 2 * swing(moment, 18, i / 4));
    return `<g transform="translate(${sway} 0)"><circle cx="${x}" cy="${150 + (i % 2) * 14}" r="20" fill="${skins[i]}"/><ellipse cx="${x}" cy="${159 + (i % 2) * 14}" rx="4" ry="${mouth}" fill="#3a1512"/><path d="M${x - 26} 300v-90q0-34 26-34t26 34v90z" fill="${coats[i]}"/></g><path d="M${x - 22} 296h18v50h-24v-12zM${x + 4} 296h18v50H${x - 2}z" fill="#f6c62f"/>`;
  };
  return [
    sky('sky', [
      [0, '#1d2a38'],
      [1, '#384a57'],
    ]),
    '<path d="M0 318h400v82H0z" fill="#20282f"/>',
    [0, 1, 2, 3, 4, 5].map(child).join(''),
    rain(moment, 77, '#dfeaf2', 30),
  ].join('');
}

function tram(moment: Moment): string {
  return [
    sky('sky', [
      [0, '#32414d'],
      [1, '#5a6870'],
    ]),
    '<path d="M0 70h70v210H0zM330 40h70v240h-70z" fill="#2a343c"/><path d="M0 292h400v108H0z" fill="#222a30"/>',
    '<path d="M96 96h208q16 0 16 18v186H80V114q0-18 16-18z" fill="#c9403a"/><path d="M100 126h200v84H100z" fill="#ffe9b8"/><path d="M196 126h8v84h-8z" fill="#c9403a"/><path d="M150 76h100v16H150z" fill="#14181b"/>',
    '<circle cx="118" cy="252" r="15" fill="#fff4d0"/><circle cx="282" cy="252" r="15" fill="#fff4d0"/><path d="M80 300h240v14H80z" fill="#17191b"/><path d="M120 330L70 400M280 330l50 70" stroke="#8c9aa3" stroke-width="5"/><path d="M200 76V0" stroke="#14181b" stroke-width="4"/>',
    rain(moment, 3, '#cfe3f2', 46),
  ].join('');
}

function couple(moment: Moment): string {
  return [
    sky('sky', [
      [0, '#131b3a'],
      [0.7, '#5b3d6b'],
      [1, '#c4706a'],
    ]),
    '<circle cx="200" cy="164" r="92" fill="#ffe9c2"/><g fill="#120d1a"><circle cx="168" cy="176" r="24"/><path d="M132 400V256q0-48 36-48t36 48v144z"/><circle cx="232" cy="188" r="22"/><path d="M198 400V266q0-46 34-46t34 46v134z"/></g><path d="M204 262l20-16" stroke="#ffe9c2" stroke-width="4"/><path d="M224 236l6 8-6 8-6-8z" fill="#fff"/>',
    rain(moment, 19, '#cfe3f2', 46),
  ].join('');
}

function tickets(): string {
  return '<rect width="400" height="400" fill="#e8c534"/><g transform="rotate(-14 200 200)"><path d="M60 130h280v50a20 20 0 0 0 0 40v50H60v-50a20 20 0 0 0 0-40z" fill="#b5271f"/><path d="M110 165h150v16H110zM110 198h110v12H110zM110 224h130v12H110z" fill="#f7d9c9"/><path d="M292 140v120" stroke="#f7d9c9" stroke-width="4" stroke-dasharray="8 9"/></g>';
}

function crane(moment: Moment): string {
  const hook = round(230 + swing(moment, 1, 0) * 14);
  return [
    sky('sky', [
      [0, '#3b5a73'],
      [0.6, '#a9b4ac'],
      [0.72, '#e0c79a'],
      [0.73, '#3c5666'],
      [1, '#22333f'],
    ]),
    '<g stroke="#d9812b" stroke-width="9" fill="none"><path d="M118 330L150 86M210 330L178 86M150 86h28"/><path d="M128 252h72M134 206h60M140 160h48" stroke-width="5"/><path d="M90 96h260l-24-18H150z" stroke-width="7"/></g>',
    `<path d="M300 100V${hook}" stroke="#1c1f22" stroke-width="3"/><path d="M262 ${hook}h76v44h-76z" fill="#2f7f8f"/><path d="M274 ${hook}v44M288 ${hook}v44M302 ${hook}v44M316 ${hook}v44M328 ${hook}v44" stroke="#235f6b" stroke-width="3"/>`,
    '<path d="M0 330h400v70H0z" fill="#1b2228"/><path d="M10 300h70v30H10zM46 270h70v30H46z" fill="#b5493d"/>',
    waves(moment, 348, '#6b8795', 0.4),
  ].join('');
}

function boots(moment: Moment): string {
  const next = createRandom(61);
  const ripples = [110, 210, 310]
    .map((x) => `<ellipse cx="${x}" cy="352" rx="${round(40 + next() * 16)}" ry="9"/>`)
    .join('');
  return [
    sky('sky', [
      [0, '#46525a'],
      [0.7, '#2c363d'],
      [1, '#1d252b'],
    ]),
    `<g fill="none" stroke="#93a7b3" stroke-width="3" opacity=".5">${ripples}</g>`,
    [72, 172, 272].map((x) => `<path d="M${x} 150h34v150h-14zM${x + 46} 150h34v150h-14z" fill="#31507a"/>`).join(''),
    [72, 172, 272]
      .map(
        (x) =>
          `<path d="M${x - 2} 236h38v104h-62v-18q0-14 16-16l8-4zM${x + 44} 236h38v104H${x + 20}v-18q0-14 16-16l8-4z" fill="#f6c62f"/><path d="M${x - 26} 334h62v8h-62zM${x + 20} 334h62v8h-62z" fill="#b98c14"/>`,
      )
      .join(''),
    rain(moment, 87, '#dfeaf2', 44),
  ].join('');
}

function ferry(moment: Moment): string {
  const rise = round(swing(moment, 2, 0) * 4);
  return [
    sky('sky', [
      [0, '#8fb7cf'],
      [0.55, '#dfe7e2'],
      [0.56, '#3f7488'],
      [1, '#1f4757'],
    ]),
    '<path d="M0 224l60-40 52 34 60-52 70 58 52-24 106 44v6H0z" fill="#6f8d8d"/>',
    `<g transform="translate(0 ${rise})"><path d="M54 262h292l-34 62H92z" fill="#f4f1ea"/><path d="M64 282h272l-6 12H72z" fill="#c43a34"/><path d="M112 222h188v40H112z" fill="#e4ded2"/><path d="M150 190h98v32h-98z" fill="#f4f1ea"/><path d="M206 140h34v50h-34z" fill="#c43a34"/><path d="M126 232h24v18h-24zM164 232h24v18h-24zM202 232h24v18h-24zM240 232h24v18h-24z" fill="#33505c"/></g>`,
    waves(moment, 326, '#a9d0dc', 0.6),
    waves(moment, 352, '#a9d0dc', 0.45),
    waves(moment, 380, '#a9d0dc', 0.3),
  ].join('');
}

function harbourMaster(moment: Moment): string {
  return [
    sky('sky', [
      [0, '#16242e'],
      [1, '#0d171d'],
    ]),
    '<path d="M40 60h320v190H40z" fill="#7ea7b8"/><path d="M40 190h320v60H40z" fill="#3d6b7d"/><path d="M40 60h320v190H40zM146 60v190M254 60v190" stroke="#0a1014" stroke-width="10" fill="none"/>',
    '<path d="M276 186h60l-10 20h-42z" fill="#f4f1ea"/>',
    '<g fill="#0b1216"><circle cx="170" cy="178" r="34"/><path d="M104 400V278q0-56 66-56t66 56v122z"/></g><path d="M132 156h78l-8-22q-30-16-62 0z" fill="#0b1216"/><path d="M128 154q42-12 86 0v10q-44-10-86 0z" fill="#f0b63a"/>',
    glow('screen', 318, 330, 80, '#6fe0a8', round(0.6 + 0.2 * swing(moment, 3, 0))),
    '<circle cx="318" cy="330" r="46" fill="#08130e" stroke="#3ccb7f" stroke-width="3"/><path d="M318 330L350 298" stroke="#3ccb7f" stroke-width="3"/><circle cx="318" cy="330" r="24" fill="none" stroke="#3ccb7f" stroke-width="1.5" opacity=".6"/><circle cx="300" cy="318" r="4" fill="#baf5d4"/>',
  ].join('');
}

/** Every scene by name. */
export const scenes = {
  concert,
  fireworks,
  umbrellas,
  lanterns,
  lighthouse,
  rooftop,
  choir,
  tram,
  couple,
  tickets,
  crane,
  boots,
  ferry,
  harbourMaster,
} satisfies Readonly<Record<string, Scene>>;

export type SceneName = keyof typeof scenes;
