/** Draws the faces of the demo’s fictional authors; the same number always draws the same face. */

const skinColours = ['#f0c9a4', '#8a5a3c', '#c98f63', '#5c3a28', '#e2b088', '#d8a77c', '#f3d3b6', '#b97d52'];
const hairColours = ['#2b1c16', '#0f0d0e', '#6b3b1e', '#c9a15a', '#3a2a4a', '#a9a4a0', '#8c2f1c'];
const backgrounds = ['#3f6b7a', '#7a5a3c', '#4d6b48', '#8a4a44', '#4a5880', '#6b6340', '#2f6f68', '#7d6a52'];
const haircuts = [
  '<path d="M12 22q0-14 12-14t12 14q-3-7-12-7t-12 7z"/>',
  '<path d="M10 34V21q0-14 14-14t14 14v13q-3 0-4-3V20q-5-5-10-5t-10 5v11q-1 3-4 3z"/>',
  '<circle cx="24" cy="9" r="6"/><path d="M12 21q0-12 12-12t12 12q-5-5-12-5t-12 5z"/>',
  '<path d="M13 22q-1-13 11-14 13 1 11 14l-3-5q-9 1-14-3-3 2-5 8z"/><path d="M15 27q2 11 9 11t9-11q-3 5-9 5t-9-5z"/>',
];

/** An avatar as an SVG document of 48 by 48 units. */
export function face(number: number): string {
  const background = backgrounds[number % 8];
  const shirt = backgrounds[(number + 3) % 8];
  const skin = skinColours[number % 8];
  const hair = hairColours[number % 7];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><rect width="48" height="48" fill="${background}"/><path d="M6 50q2-15 18-15t18 15z" fill="${shirt}" stroke="#0004"/><path d="M20 30h8v8q-4 4-8 0z" fill="${skin}"/><ellipse cx="24" cy="23" rx="9.5" ry="11.5" fill="${skin}"/><g fill="${hair}">${haircuts[number % 4]}</g></svg>`;
}
