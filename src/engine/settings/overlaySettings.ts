/** Schema of the station’s appearance, which every built-in overlay takes. */
import { z } from 'zod';
import { say } from '../../core/language/say.ts';
import { filePathSchema } from './pathSetting.ts';

const colourSchema = z
  .string()
  .regex(/^#(?:[0-9a-f]{3,4}){1,2}$/i, { error: () => say('must be a colour such as #f2c230') })
  .nullable()
  .default(null);

const fileSchema = filePathSchema.min(1).nullable().default(null);

export const overlaySettingsSchema = z.strictObject({
  accent: colourSchema.meta({
    title: 'Accent colour',
    description: 'Colour of the bars and of names in the ticker, such as #f2c230. Empty for the built-in yellow.',
  }),
  plate: colourSchema.meta({
    title: 'Background colour',
    description: 'Colour behind the text, such as #0d1114. Empty for the built-in one.',
  }),
  ink: colourSchema.meta({ title: 'Text colour', description: 'Colour of the text. Empty for white.' }),
  font: z
    .string()
    .regex(/^[\p{L}\p{N} _-]{1,60}$/u, {
      error: () => say('must have 1 to 60 characters, without punctuation except hyphens and underscores'),
    })
    .nullable()
    .default(null)
    .meta({
      title: 'Font',
      description:
        'Name of a font that the graphics machines have, or of the font file below. Other scripts keep theirs.',
    }),
  fontFile: fileSchema.meta({
    title: 'Font file',
    description:
      'Full path of a WOFF2, WOFF, OTF or TTF file on this machine, of up to 5 MB. Overlays load it from the feed.',
  }),
  logoFile: fileSchema.meta({
    title: 'Logo file',
    description:
      'Full path of a PNG, JPEG or WebP file on this machine, of up to 5 MB. It appears on cards and in the ticker.',
  }),
  label: z.string().max(60).nullable().default(null).meta({
    title: 'Ticker label',
    description: 'Text at the start of the ticker. Empty for the name of the collection.',
  }),
  safe: z.number().min(0).max(20).default(5).meta({
    title: 'Safe area',
    description: 'Share of the picture that stays free at each edge, in per cent.',
  }),
  scale: z.number().min(0.5).max(2).default(1).meta({
    title: 'Size',
    description: 'Enlarges the card and the ticker, from 0.5 to 2.',
  }),
  position: z
    .enum(['bottom-left', 'bottom', 'bottom-right', 'top-left', 'top', 'top-right'])
    .default('bottom-left')
    .meta({ title: 'Position', description: 'Where the card is. The ticker uses only top or bottom of it.' }),
  hidden: z
    .array(z.enum(['avatar', 'name', 'handle', 'source', 'media']))
    .default([])
    .meta({
      title: 'Left out',
      description: 'Parts of a post that no overlay draws: avatar, name, handle, source, media.',
    }),
});

export type OverlaySettings = z.infer<typeof overlaySettingsSchema>;
