/** Schema of a setting that names a file on this machine. */
import { isAbsolute } from 'node:path';
import { z } from 'zod';

const maxLength = 4096;

/** A relative path would depend on the directory that Greenroom was started in. */
export const filePathSchema: z.ZodString = z
  .string()
  .max(maxLength)
  .refine((path) => !/\p{Cc}/u.test(path), 'must not have control characters')
  .refine(
    (path) => path === '' || isAbsolute(path),
    `must be the full path of a file on this machine, such as ${process.platform === 'win32' ? 'C:\\Greenroom\\file' : '/etc/greenroom/file'}`,
  );
