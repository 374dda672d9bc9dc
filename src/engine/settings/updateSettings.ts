/** Schema of the settings about updates. */
import { z } from 'zod';
import { say } from '../../core/language/say.ts';

/** Empty, a path of Windows or another system, or an address. */
const addressPattern = /^$|^(?:https?|file):\/\/|^\/|^[A-Za-z]:[\\/]|^\\\\/;

export const updateSettingsSchema = z.strictObject({
  enabled: z.boolean().default(true).meta({
    title: 'Look for updates',
    description:
      'Looks for a newer version once a day, and says so. Only an operator installs it, when nothing is on air.',
  }),
  address: z
    .string()
    .max(2048)
    .regex(addressPattern, { error: () => say('must be the full path of a folder, or begin with https:// or http://') })
    .default('')
    .meta({
      title: 'Address',
      description:
        'Folder or web address with the installers of a release and its latest*.yml. If empty, Greenroom does not look for updates.',
    }),
});

export type UpdateSettings = z.infer<typeof updateSettingsSchema>;
