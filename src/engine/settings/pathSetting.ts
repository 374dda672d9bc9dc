/** Schema of a setting that names a file on this machine. Pages use it too, so it does not ask which system this is. */
import { z } from 'zod';

const maxLength = 4096;
/** A path from the root, with a drive or on a file server. */
const fullPath = /^(?:\/|[A-Za-z]:[\\/]|\\\\)/;

/** A relative path would depend on the directory that Greenroom was started in. */
export const filePathSchema: z.ZodString = z
  .string()
  .max(maxLength)
  .refine((path) => !/\p{Cc}/u.test(path), 'must not have control characters')
  .refine(
    (path) => path === '' || fullPath.test(path),
    'must be the full path of a file on this machine, such as /etc/greenroom/file or C:\\Greenroom\\file',
  );
