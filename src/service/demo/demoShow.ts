/** Reads and validates the demo’s collections from resources/demo. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const fileName = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, 'must be a file name in media/');

const demoPost = z.strictObject({
  id: z.string().min(1),
  fullName: z.string().min(1).nullable(),
  username: z.string().min(1).nullable(),
  source: z.string().min(1),
  message: z.string(),
  avatar: fileName.nullable(),
  media: z.array(fileName),
  publishedSecondsAgo: z.int().min(0),
});

const demoCollection = z.strictObject({
  /** True for exactly one collection: it comes first, and the demo activity moves its posts. */
  isMain: z.boolean(),
  name: z.string().min(1),
  contentType: z.string().min(1),
  staging: z.array(demoPost),
  live: z.array(demoPost),
});

/** A demo post: file names instead of addresses, ages instead of dates. */
export type DemoPost = z.infer<typeof demoPost>;
export type DemoCollection = z.infer<typeof demoCollection>;

export type DemoShow = {
  /** Folder of the media files. */
  readonly mediaFolder: string;
  readonly main: DemoCollection;
  /** The main collection first. */
  readonly collections: readonly DemoCollection[];
};

/** Reads the show from a folder. Rejects with the file, the field and the fault. */
export async function readDemoShow(folder: string): Promise<DemoShow> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const read = await Promise.all(names.map((name) => readOne(folder, name)));
  const [main, ...others] = read.filter((collection) => collection.isMain);
  if (main === undefined || others.length > 0) {
    throw new Error(`The demo in ${folder} needs exactly one collection with isMain true.`);
  }
  const collections = [main, ...read.filter((collection) => collection !== main)];
  const mediaFolder = join(folder, 'media');
  const present = new Set(await readdir(mediaFolder));
  const missing = [...filesOf(collections)].filter((file) => !present.has(file));
  if (missing.length > 0)
    throw new Error(`The demo names files that are missing from ${mediaFolder}: ${missing.join(', ')}.`);
  return { mediaFolder, main, collections };
}

/** The file names of all pictures, videos and avatars. */
export function filesOf(collections: readonly DemoCollection[]): ReadonlySet<string> {
  const posts = collections.flatMap(({ staging, live }) => [...staging, ...live]);
  return new Set(posts.flatMap(({ avatar, media }) => (avatar === null ? media : [avatar, ...media])));
}

async function readOne(folder: string, name: string): Promise<DemoCollection> {
  const value = parse(name, await readFile(join(folder, name), 'utf8'));
  const read = demoCollection.safeParse(value);
  if (read.success) return read.data;
  const faults = read.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`);
  throw new Error(`The demo file ${name} is not valid. ${faults.join('; ')}`);
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(
      `The demo file ${name} is not valid JSON: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
