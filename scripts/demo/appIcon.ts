/** Draws the app icon: an open gate with the signal passing through. */

const background =
  '<rect x="16" y="16" width="480" height="480" rx="104" fill="#131414"/><rect x="20" y="20" width="472" height="472" rx="100" fill="none" stroke="#303334" stroke-width="8"/>';
const gatePosts = '<path d="M136 128v256M388 128v256" stroke="#f5f6f6"/>';
const signal = '<path d="M84 256h236" stroke="#3ccb7f"/><path d="M256 186l70 70-70 70" stroke="#3ccb7f"/>';
const tally = '<circle cx="440" cy="256" r="24" fill="#dc1424"/>';

export const appIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512">${background}<g fill="none" stroke-width="36" stroke-linecap="round" stroke-linejoin="round">${gatePosts}${signal}</g>${tally}</svg>`;
