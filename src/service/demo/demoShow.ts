/** Reads the demo's collections from resources/demo and checks them, so that a slip in a fixture is named when it is loaded. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const fileName = z.string().regex(/^[a-z0-9][a-z0-9.-]*$/, 'must be the name of a file in media/');

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
  /** One collection of the show is the main one: it comes first, and the rhythm plays on it. */
  isMain: z.boolean(),
  name: z.string().min(1),
  contentType: z.string().min(1),
  staging: z.array(demoPost),
  live: z.array(demoPost),
});

/** One post of the demo, with file names where the service has addresses and ages where it has dates. */
export type DemoPost = z.infer<typeof demoPost>;
export type DemoCollection = z.infer<typeof demoCollection>;

export type DemoShow = {
  /** The folder of the files that posts name. */
  readonly mediaFolder: string;
  readonly main: DemoCollection;
  /** All of them, the main one first. */
  readonly collections: readonly DemoCollection[];
};

/** The show in the folder. Rejects with the file, the place in it and what is wrong. */
export async function readDemoShow(folder: string): Promise<DemoShow> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const read = await Promise.all(names.map((name) => readOne(folder, name)));
  const [main, ...others] = read.filter((collection) => collection.isMain);
  if (main === undefined || others.length > 0) {
    throw new Error(`One collection of the demo in ${folder} must have isMain true.`);
  }
  const collections = [main, ...read.filter((collection) => collection !== main)];
  const mediaFolder = join(folder, 'media');
  const present = new Set(await readdir(mediaFolder));
  const absent = [...filesOf(collections)].filter((file) => !present.has(file));
  if (absent.length > 0) throw new Error(`The demo names files that are not in ${mediaFolder}: ${absent.join(', ')}.`);
  return { mediaFolder, main, collections };
}

/** Every picture, film and avatar that the collections name, each once. */
export function filesOf(collections: readonly DemoCollection[]): ReadonlySet<string> {
  const posts = collections.flatMap(({ staging, live }) => [...staging, ...live]);
  return new Set(posts.flatMap(({ avatar, media }) => (avatar === null ? media : [avatar, ...media])));
}

async function readOne(folder: string, name: string): Promise<DemoCollection> {
  const value = parse(name, await readFile(join(folder, name), 'utf8'));
  const read = demoCollection.safeParse(value);
  if (read.success) return read.data;
  const faults = read.error.issues.map((issue) => `${issue.path.join('.') || 'the file'}: ${issue.message}`);
  throw new Error(`${name} of the demo cannot be used. ${faults.join('; ')}`);
}

function parse(name: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${name} of the demo is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}
