import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import type { Content } from '#content/content.server.ts';
import { type AnyItem, type Collection, fieldEntries } from '#kit/collection.ts';
import { extensionOf, fileNameOf, readItem, type SlugOf, writeItem } from './item-files.server.ts';

/** Anybody with a session sees everything; the folder is written on behalf of nobody else. */
const EDITOR = { id: 0, email: 'content files' };

export const refersTo = (collection: Collection) =>
  fieldEntries(collection).filter(([, field]) => field.to);

/**
 * What others refer to comes first, so that slugs can be looked up; redirects come last, since an
 * item takes its address from a redirect and a redirect takes none.
 */
const inOrder = (registry: readonly Collection[]) => {
  const rank = (collection: Collection) =>
    collection.name === 'redirects' ? Number.MAX_SAFE_INTEGER : refersTo(collection).length;
  return registry.toSorted((a, b) => rank(a) - rank(b));
};

/** 'name', 'name-2', …, 'name-10': the order in which the writer gave the names. */
const byName = new Intl.Collator('en', { numeric: true });

const freeName = (taken: Set<string>, wanted: string): string => {
  let name = wanted;
  for (let copy = 2; taken.has(name); copy += 1) name = `${wanted}-${copy}`;
  taken.add(name);
  return name;
};

const writeFolder = async (
  place: string,
  { collection, items, slugOf }: { collection: Collection; items: AnyItem[]; slugOf: SlugOf },
) => {
  await rm(place, { recursive: true, force: true });
  if (items.length > 0) await mkdir(place, { recursive: true });
  const taken = new Set<string>();
  for (const item of items.toSorted((a, b) => a.id - b.id)) {
    const name = freeName(taken, fileNameOf(collection, item));
    const text = writeItem(collection, item, { name, slugOf });
    await writeFile(join(place, name + extensionOf(collection)), text);
  }
};

export const exportContent = async (content: Content, folder: string): Promise<number> => {
  const all = new Map<string, AnyItem[]>();
  const slugs = new Map<string, string>();
  for (const { name } of content.registry) {
    const items = await content.partsOf(name).reader.list({ viewer: EDITOR });
    all.set(name, items);
    for (const { id, slug } of items) slugs.set(`${name}/${id}`, String(slug));
  }
  const slugOf: SlugOf = (name, id) => slugs.get(`${name}/${id}`);
  for (const collection of content.registry) {
    const items = all.get(collection.name) ?? [];
    await writeFolder(join(folder, collection.name), { collection, items, slugOf });
  }
  return [...all.values()].reduce((count, items) => count + items.length, 0);
};

export interface ContentFile {
  collection: Collection;
  path: string;
  draft: Record<string, unknown>;
}

/** Reads every file of a folder, in the order in which they can be loaded; all problems are told at once. */
export const readContentFolder = async (
  registry: readonly Collection[],
  folder: string,
): Promise<ContentFile[]> => {
  const files: ContentFile[] = [];
  const problems: string[] = [];
  for (const collection of inOrder(registry)) {
    const place = join(folder, collection.name);
    const names = (await readdir(place).catch(() => []))
      .filter((name) => extname(name) === extensionOf(collection))
      .map((name) => basename(name, extname(name)));
    for (const name of names.sort(byName.compare)) {
      const path = join(place, name + extensionOf(collection));
      try {
        files.push({
          collection,
          path,
          draft: readItem(collection, name, await readFile(path, 'utf8')),
        });
      } catch (error) {
        problems.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return files;
};
