/** Schema of a setting that names a file on this machine. Pages use it too, so it does not ask which system this is. */

import { z } from 'zod';
import { say } from '../../core/language/say.ts';

const maxLength = 4096;
/** A path from the root, with a drive or on a file server. */
const fullPath = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;

/** A relative path would depend on the directory that Greenroom was started in. */
export const filePathSchema: z.ZodString = z
  .string()
  .max(maxLength)
  .refine((path) => !/\p{Cc}/u.test(path), { error: () => say('must not have control characters') })
  .refine((path) => path === '' || fullPath.test(path), {
    error: () =>
      say('must be the full path of a file on this machine, such as /etc/greenroom/file or {windowsPath}', {
        windowsPath: 'C:\\Greenroom\\file',
      }),
  });
