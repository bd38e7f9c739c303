import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from '#content/content.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { itemsAsDrafted } from '#modules/drafts/item-drafts.server.ts';
import { transact } from '#platform/changes.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { importFiles } from './import-files.server.ts';
import {
  extensionOf,
  fileNameOf,
  type SlugOf,
  writeItem,
  writeItems,
} from './item-files.server.ts';
import { DRAFTS, readContentFolder } from './read-folder.server.ts';

/** Signed-in users see everything, so the folder is written as one. */
const EDITOR = { id: 0, email: 'content files', role: 'owner' } as const;

const freeName = (taken: Set<string>, wanted: string): string => {
  let name = wanted;
  for (let copy = 2; taken.has(name); copy += 1) name = `${wanted}-${copy}`;
  taken.add(name);
  return name;
};

interface Folder {
  collection: Collection;
  items: AnyItem[];
  slugOf: SlugOf;
}

/** A file an item, or a file for all that share a reference. */
const filesOf = ({ collection, items, slugOf }: Folder): [string, string][] => {
  const { filedBy } = collection;
  if (filedBy) {
    const to = collection.fields[filedBy]?.to ?? '';
    const groups = Map.groupBy(items, (item) => slugOf(to, Number(item[filedBy])));
    return [...groups].flatMap(([name, group]) =>
      name ? [[name, writeItems(collection, group, slugOf)]] : [],
    );
  }
  const taken = new Set<string>();
  return items.map((item) => {
    const name = freeName(taken, fileNameOf(collection, item));
    return [name, writeItem(collection, item, { name, slugOf })];
  });
};

const writeFolder = async (place: string, folder: Folder) => {
  await rm(place, { recursive: true, force: true });
  if (folder.items.length > 0) await mkdir(place, { recursive: true });
  const items = folder.items.toSorted((a, b) => a.id - b.id);
  for (const [name, text] of filesOf({ ...folder, items })) {
    await writeFile(join(place, name + extensionOf(folder.collection)), text);
  }
};

/** A draft over a live item, as a file of the item it becomes. */
const exportDrafts = async (content: Content, db: Database, folder: string, slugOf: SlugOf) => {
  await rm(join(folder, DRAFTS), { recursive: true, force: true });
  for (const { collection, item } of await itemsAsDrafted(db, content)) {
    const place = join(folder, DRAFTS, collection.name);
    await mkdir(place, { recursive: true });
    const text = writeItem(collection, item.drafted, { name: '', slugOf });
    await writeFile(join(place, fileNameOf(collection, item.live) + extensionOf(collection)), text);
  }
};

export const exportContent = async (
  content: Content,
  db: Database,
  folder: string,
): Promise<number> => {
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
  await exportDrafts(content, db, folder, slugOf);
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
