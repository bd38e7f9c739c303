import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from '#content/content.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { transact } from '#platform/changes.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { importFiles } from './import-files.server.ts';
import { extensionOf, fileNameOf, type SlugOf, writeItem } from './item-files.server.ts';
import { readContentFolder } from './read-folder.server.ts';

/** Anybody with a session sees everything; the folder is written on behalf of nobody else. */
const EDITOR = { id: 0, email: 'content files' };

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

/** Loads a folder in one transaction: new items are made, known ones changed, others left alone. */
export const importContent = async (
  content: Content,
  db: Database,
  folder: string,
): Promise<number> => {
  const files = await readContentFolder(content.registry, folder);
  return transact(db, (tx) => importFiles(content, tx, files));
};
