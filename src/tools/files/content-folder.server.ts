import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Content } from '#content/content.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { itemsAsDrafted } from '#modules/drafts/item-drafts.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { transact } from '#platform/version/transact.server.ts';
import { importFiles } from './import-files.server.ts';
import { extensionOf, fileNameOf, type SlugOf, writeFileOf } from './item-files.server.ts';
import { DRAFTS, readContentFolder } from './read-folder.server.ts';

/** Signed-in users see everything, so the folder is written as one. */
const EDITOR = { id: 0, email: 'content files', role: 'owner' } as const;

/** A name for the file of each item, or one for all that share a reference. */
const groupByName = (
  collection: Collection,
  items: readonly AnyItem[],
  slugOf: SlugOf,
): Iterable<[string | undefined, AnyItem[]]> => {
  const { filedBy } = collection;
  const to = (filedBy && collection.fields[filedBy]?.to) || '';
  if (filedBy) return Map.groupBy(items, (item) => slugOf(to, Number(item[filedBy])));
  const named = new Map<string, AnyItem[]>();
  for (const item of items) {
    const wanted = fileNameOf(collection, item);
    let name = wanted;
    for (let copy = 2; named.has(name); copy += 1) name = `${wanted}-${copy}`;
    named.set(name, [item]);
  }
  return named;
};

export const exportContent = async (
  content: Content,
  db: Database,
  folder: string,
): Promise<number> => {
  const all = new Map<Collection, AnyItem[]>();
  const slugs = new Map<string, string>();
  for (const collection of content.registry) {
    const { name } = collection;
    const items = await content.partsOf(name).reader.list({ viewer: EDITOR });
    all.set(
      collection,
      items.toSorted((a, b) => a.id - b.id),
    );
    for (const { id, slug } of items) slugs.set(`${name}/${id}`, String(slug));
  }
  const slugOf: SlugOf = (name, id) => slugs.get(`${name}/${id}`);
  for (const [collection, items] of all) {
    const place = join(folder, collection.name);
    await rm(place, { recursive: true, force: true });
    if (items.length > 0) await mkdir(place, { recursive: true });
    for (const [name, group] of groupByName(collection, items, slugOf)) {
      if (!name) continue;
      const text = writeFileOf(collection, group, { name, slugOf });
      await writeFile(join(place, name + extensionOf(collection)), text);
    }
  }
  // A draft over a live item, as a file of the item it becomes.
  await rm(join(folder, DRAFTS), { recursive: true, force: true });
  for (const { collection, item } of await itemsAsDrafted(db, content)) {
    const place = join(folder, DRAFTS, collection.name);
    await mkdir(place, { recursive: true });
    const text = writeFileOf(collection, [item.drafted], { name: '', slugOf });
    await writeFile(join(place, fileNameOf(collection, item.live) + extensionOf(collection)), text);
  }
  return [...all.values()].flat().length;
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
