/** The appearance of the overlays: the station’s theme, overridden by the address of the page. */

export const positions = ['bottom-left', 'bottom', 'bottom-right', 'top-left', 'top', 'top-right'] as const;
export type Position = (typeof positions)[number];

/** Parts of a post that can be left out. */
export const hideableParts = ['avatar', 'name', 'handle', 'source', 'media'] as const;
export type HideablePart = (typeof hideableParts)[number];

export type Appearance = {
  /** CSS colours; `null` for the product’s own. */
  readonly accent: string | null;
  readonly plate: string | null;
  readonly ink: string | null;
  /** Font family, tried before the bundled ones. */
  readonly font: string | null;
  /** Share of the width and the height kept free at each edge, in per cent. */
  readonly safe: number;
  readonly scale: number;
  readonly position: Position;
  readonly hidden: readonly HideablePart[];
  /** The ticker’s label; `null` for the name of the collection. */
  readonly label: string | null;
  /** Address of the station’s logo. */
  readonly logo: string | null;
  /** Address of the station’s font file, which has the family `font`. */
  readonly fontFile: string | null;
};

export const defaultAppearance: Appearance = {
  ...{ accent: null, plate: null, ink: null, font: null, safe: 5, scale: 1, position: 'bottom-left', hidden: [] },
  ...{ label: null, logo: null, fontFile: null },
};

/** Control and direction characters, which the feed has removed from all other texts. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern removes control characters.
const unsafe = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u206f]/g;

type Fields = Readonly<Record<string, unknown>>;

/** Takes each valid field of the theme and leaves out the others. */
export function readTheme(theme: unknown): Appearance {
  return typeof theme === 'object' && theme !== null
    ? withFields(defaultAppearance, theme as Fields)
    : defaultAppearance;
}

/** The appearance with the options in the address of the page. */
export function withQuery(appearance: Appearance, search: string): Appearance {
  const query = new URLSearchParams(search);
  const number = (name: string): number => Number(query.get(name) || Number.NaN);
  const hide = query.get('hide');
  return withFields(appearance, {
    ...{ accent: query.get('accent'), plate: query.get('plate'), ink: query.get('ink'), font: query.get('font') },
    ...{ safe: number('safe'), scale: number('scale'), position: query.get('position') },
    label: (query.get('label') || '').replace(unsafe, ''),
    ...(hide !== null && { hidden: hide.split(',').map((part) => part.trim()) }),
  });
}

function withFields(appearance: Appearance, fields: Fields): Appearance {
  const text = (name: 'label' | 'logo' | 'fontFile'): string | null => {
    const value = fields[name];
    return typeof value === 'string' && value !== '' ? value : appearance[name];
  };
  const position = positions.find((known) => known === fields['position']);
  const { hidden } = fields;
  return {
    accent: readColour(fields['accent']) || appearance.accent,
    plate: readColour(fields['plate']) || appearance.plate,
    ink: readColour(fields['ink']) || appearance.ink,
    font: readFamily(fields['font']) || appearance.font,
    safe: readNumber(fields['safe'], 0, 20, appearance.safe),
    scale: readNumber(fields['scale'], 0.5, 2, appearance.scale),
    position: position || appearance.position,
    hidden: Array.isArray(hidden) ? hideableParts.filter((part) => hidden.includes(part)) : appearance.hidden,
    label: text('label'),
    logo: text('logo'),
    fontFile: text('fontFile'),
  };
}

/** A colour as `#RGB`, `#RRGGBB`, either with alpha, without its `#`, or a CSS name. */
function readColour(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const hex = /^#?((?:[0-9a-f]{3,4}){1,2})$/i.exec(value);
  if (hex !== null) return `#${hex[1]}`;
  return /^[a-z]{3,30}$/i.test(value) ? value : null;
}

/** A family name without characters that could end a CSS string. */
function readFamily(value: unknown): string | null {
  return typeof value === 'string' && /^[\p{L}\p{N} _-]{1,60}$/u.test(value) ? value : null;
}

function readNumber(value: unknown, min: number, max: number, otherwise: number): number {
  return typeof value === 'number' && value >= min && value <= max ? value : otherwise;
}
