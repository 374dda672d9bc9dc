/** Draws the elements of the demo pictures: sky, glow, crowd, rain and fireworks. The same input always draws the same picture. */

/** A moment in a seamless loop; `loopPosition` runs from 0 to 1. */
export type Moment = { readonly loopPosition: number };

/** Side of the square that every picture is drawn on, in SVG units, before it is cropped. */
export const side = 400;

/** Returns a source of pseudorandom numbers between 0 and 1; the same seed gives the same numbers. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 16807) % 2147483647;
    return state / 2147483647;
  };
}

/** A sine around zero with `times` periods in the loop. */
export function swing(moment: Moment, times: number, phase: number): number {
  return Math.sin((moment.loopPosition * times + phase) * Math.PI * 2);
}

export function sky(id: string, stops: readonly (readonly [at: number, colour: string])[]): string {
  const inner = stops.map(([at, colour]) => `<stop offset="${at}" stop-color="${colour}"/>`).join('');
  return `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${inner}</linearGradient></defs><rect width="${side}" height="${side}" fill="url(#${id})"/>`;
}

export function glow(id: string, x: number, y: number, radius: number, colour: string, strength: number): string {
  return `<defs><radialGradient id="${id}"><stop offset="0" stop-color="${colour}" stop-opacity="${strength}"/><stop offset="1" stop-color="${colour}" stop-opacity="0"/></radialGradient></defs><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#${id})"/>`;
}

/** Heads and shoulders along the lower edge; `raisedShare` of them have both arms raised. */
export function crowd(
  moment: Moment,
  y: number,
  colour: string,
  seed: number,
  count: number,
  raisedShare: number,
): string {
  const next = createRandom(seed);
  let out = '';
  for (let i = 0; i < count; i++) {
    const x = round((i + next() * 0.8) * ((side + 20) / count) - 10);
    const lift = next() * 22 + swing(moment, 4, next()) * 3;
    const radius = round(9 + next() * 4);
    const top = round(y - lift);
    out += `<circle cx="${x}" cy="${top}" r="${radius}"/><path d="M${x - 16} ${side}V${top + 24}q0-14 16-14t16 14V${side}z"/>`;
    const phase = next();
    if (next() >= raisedShare) continue;
    const sway = round(swing(moment, 2, phase) * 6);
    out += `<path d="M${x - 12} ${top + 20}L${x - 16 + sway} ${top - 24}M${x + 12} ${top + 20}L${x + 18 + sway} ${top - 26}" stroke="${colour}" stroke-width="6" stroke-linecap="round"/>`;
  }
  return `<g fill="${colour}">${out}</g>`;
}

export function rain(moment: Moment, seed: number, colour: string, count: number): string {
  const next = createRandom(seed);
  let path = '';
  for (let i = 0; i < count; i++) {
    const x = next() * (side + 20);
    const falls = 3 + Math.floor(next() * 3);
    const y = (next() * side + moment.loopPosition * falls * (side + 20)) % (side + 20);
    path += `M${round(x)} ${round(y - 20)}l-5 18`;
  }
  return `<path d="${path}" stroke="${colour}" stroke-width="1.6" opacity=".45" fill="none"/>`;
}

/** One person under an umbrella whose canopy has radius `r`. */
export function umbrella(x: number, y: number, r: number, colour: string, body: string): string {
  const canopy = `M${x - r} ${y}a${r} ${r * 0.86} 0 0 1 ${2 * r} 0q-${r / 6}-${r / 5}-${r / 3} 0t-${r / 1.5} 0-${r / 1.5} 0-${r / 3} 0z`;
  const coat = `M${x - r * 0.2} ${side + 10}V${y + r * 1.25}q0-${r * 0.4} ${r * 0.45}-${r * 0.4}t${r * 0.45} ${r * 0.4}V${side + 10}z`;
  return `<path d="M${x} ${y}v${r * 1.2}" stroke="#15171b" stroke-width="3"/><path d="${canopy}" fill="${colour}"/><circle cx="${x + r * 0.25}" cy="${y + r * 0.55}" r="${r * 0.24}" fill="${body}"/><path d="${coat}" fill="${body}"/>`;
}

/** A firework; `spread` from 0 to 1 is how far its sparks have flown. */
export function burst(x: number, y: number, reach: number, colour: string, seed: number, spread: number): string {
  const next = createRandom(seed);
  const r = reach * (0.35 + 0.65 * spread);
  const fade = round(spread < 0.75 ? 1 : 1 - (spread - 0.75) * 3);
  let rays = '';
  let sparks = '';
  for (let i = 0; i < 26; i++) {
    const angle = (i / 26) * Math.PI * 2;
    const distance = r * (0.72 + next() * 0.36);
    const sparkX = round(x + Math.cos(angle) * distance);
    const sparkY = round(y + Math.sin(angle) * distance + reach * 0.1 * spread);
    rays += `M${round(x + Math.cos(angle) * r * 0.22)} ${round(y + Math.sin(angle) * r * 0.22)}L${sparkX} ${sparkY}`;
    sparks += `<circle cx="${sparkX}" cy="${sparkY}" r="3.4"/>`;
  }
  return `<g opacity="${fade}"><path d="${rays}" stroke="${colour}" stroke-width="2.4" opacity=".75"/><g fill="#fff7e0">${sparks}</g><circle cx="${x}" cy="${y}" r="${round(reach * 0.16 * (1 - spread * 0.6))}" fill="#fff7e0"/></g>`;
}

/** Waves across the whole width that drift once per loop. */
export function waves(moment: Moment, y: number, colour: string, opacity: number): string {
  const drift = round(moment.loopPosition * 100 - 100);
  return `<path d="M${drift} ${y}q50-14 100 0${'t100 0'.repeat(5)}" stroke="${colour}" stroke-width="3" fill="none" opacity="${opacity}"/>`;
}

export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
