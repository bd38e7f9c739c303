import { readdir, readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { type Collection, fieldEntries } from '#kit/collection.ts';
import { extensionOf, readFileOf } from './item-files.server.ts';

/** Fields that hold ids, which files spell as slugs; a list of slugs is written as it is. */
export const refersTo = (collection: Collection) =>
  fieldEntries(collection).filter(([, field]) => field.to && field.kind !== 'list');

/**
 * Referenced types come first, so that slugs can be looked up; redirects come last, since an
 * item takes its address from a redirect and a redirect takes none.
 */
const inOrder = (registry: readonly Collection[]) => {
  const rank = (collection: Collection) =>
    collection.name === 'redirects' ? Number.MAX_SAFE_INTEGER : refersTo(collection).length;
  return registry.toSorted((a, b) => rank(a) - rank(b));
};

/** 'name', 'name-2', …, 'name-10': the order in which the writer gave the names. */
const byName = new Intl.Collator('en', { numeric: true });

/** One item as a file spells it. */
export interface ContentFile {
  collection: Collection;
  path: string;
  draft: Record<string, unknown>;
  /** It is to become this: the name of the item's own file. */
  draftOf?: string;
}

/** Folder of drafts over live items. */
export const DRAFTS = 'drafts';

/** Folders of types that this release does not have: their items must not be missed in silence. */
const unknownFolders = async (registry: readonly Collection[], folder: string) => {
  const known = new Set([DRAFTS, ...registry.map(({ name }) => name)]);
  const lists = await Promise.all(
    [folder, join(folder, DRAFTS)].map((place) =>
      readdir(place, { withFileTypes: true }).catch(() => []),
    ),
  );
  return lists
    .flat()
    .filter((one) => one.isDirectory() && !one.name.startsWith('.') && !known.has(one.name))
    .map(({ parentPath, name }) => `${join(parentPath, name)}: this release has no such type`);
};

/** Reads every file of a folder, in the order in which they can be loaded; all problems are told at once. */
export const readContentFolder = async (
  registry: readonly Collection[],
  folder: string,
): Promise<ContentFile[]> => {
  const files: ContentFile[] = [];
  const problems = await unknownFolders(registry, folder);
  const ordered = inOrder(registry);
  const places = ['', DRAFTS].flatMap((inside) =>
    ordered.map((collection) => ({ collection, inside })),
  );
  for (const { collection, inside } of places) {
    const place = join(folder, inside, collection.name);
    const names = (await readdir(place).catch(() => []))
      .filter((name) => extname(name) === extensionOf(collection))
      .map((name) => basename(name, extname(name)));
    for (const name of names.sort(byName.compare)) {
      const path = join(place, name + extensionOf(collection));
      try {
        for (const draft of readFileOf(collection, name, await readFile(path, 'utf8'))) {
          files.push({ collection, path, draft, ...(inside === '' ? {} : { draftOf: name }) });
        }
      } catch (error) {
        problems.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return files;
};
