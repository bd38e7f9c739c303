import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { Content } from '#content/content.server.ts';
import { type AnyItem, type Collection, fieldEntries, slugFieldOf } from '#kit/collection.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import { fileSchema } from '#kit/validators.ts';
import type { Database, Executor } from '#platform/db/database.server.ts';
import { toItem } from '#platform/db/rows.server.ts';
import { problemsOf } from '#platform/problems.ts';
import { extensionOf, fileNameOf, readItem, writeItem } from './item-files.server.ts';

/** Anybody with a session sees everything; the folder is written and read on behalf of nobody else. */
const EDITOR = { id: 0, email: 'content files' };

const refersTo = (collection: Collection) =>
  fieldEntries(collection).filter(([, field]) => field.to);

/** Collections that nobody refers from come first, so that slugs can be looked up. */
const inOrder = (registry: readonly Collection[]) =>
  [...registry].sort((a, b) => refersTo(a).length - refersTo(b).length);

export const exportContent = async (content: Content, folder: string): Promise<number> => {
  const all = new Map<string, AnyItem[]>();
  for (const { name } of content.registry) {
    all.set(name, await content.partsOf(name).reader.list({ viewer: EDITOR }));
  }
  const slugOf = (name: string, id: number) => {
    const item = all.get(name)?.find((candidate) => candidate.id === id);
    return item ? String(item.slug) : undefined;
  };
  let count = 0;
  for (const collection of content.registry) {
    const place = join(folder, collection.name);
    await rm(place, { recursive: true, force: true });
    const taken = new Set<string>();
    for (const item of (all.get(collection.name) ?? []).toSorted((a, b) => a.id - b.id)) {
      const base = fileNameOf(collection, item);
      let name = base;
      for (let copy = 2; taken.has(name); copy += 1) name = `${base}-${copy}`;
      taken.add(name);
      await mkdir(place, { recursive: true });
      await writeFile(
        join(place, name + extensionOf(collection)),
        writeItem(collection, item, slugOf),
      );
      count += 1;
    }
  }
  return count;
};

export interface ContentFile {
  collection: Collection;
  name: string;
  path: string;
  draft: Record<string, unknown>;
}

/** Reads and checks every file of a folder; all problems are told at once. */
export const readContentFolder = async (
  registry: readonly Collection[],
  folder: string,
): Promise<ContentFile[]> => {
  const files: ContentFile[] = [];
  const problems: string[] = [];
  for (const collection of inOrder(registry)) {
    const place = join(folder, collection.name);
    const names = await readdir(place).catch(() => []);
    for (const file of names.filter((name) => extname(name) === extensionOf(collection)).sort()) {
      const path = join(place, file);
      const name = basename(file, extname(file));
      try {
        const draft = readItem(collection, name, await readFile(path, 'utf8'));
        files.push({ collection, name, path, draft });
      } catch (error) {
        problems.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return files;
};

const resolveReferences = (
  file: ContentFile,
  idOf: (collection: string, slug: string) => number,
) => {
  const resolved = { ...file.draft };
  for (const [key, field] of refersTo(file.collection)) {
    const value = resolved[key];
    const to = field.to ?? '';
    if (typeof value === 'string') resolved[key] = idOf(to, value);
    if (Array.isArray(value)) resolved[key] = value.map((slug) => idOf(to, String(slug)));
  }
  return resolved;
};

const validate = (file: ContentFile, draft: Record<string, unknown>) => {
  const result = fileSchema(file.collection).safeParse(draft, { reportInput: true });
  if (result.success) return result.data;
  const problems = Object.entries(problemsOf(result.error)).map(([key, text]) => `${key}: ${text}`);
  throw new Error(`${file.path}: ${problems.join('; ')}`);
};

const findExisting = async (tx: Executor, file: ContentFile, draft: Record<string, unknown>) => {
  const table = tableOf(file.collection);
  const slugField = slugFieldOf(file.collection);
  const keys = slugField ? [slugField] : (file.collection.unique?.[0] ?? [file.collection.title]);
  const [first = 'id', ...rest] = keys;
  const rows = await tx
    .select()
    .from(table)
    .where(eq(columnsOf(table)[first] as never, draft[first] as never));
  const match = rows.find((row) =>
    rest.every((key) => (row as Record<string, unknown>)[key] === draft[key]),
  );
  return match ? toItem(match) : null;
};

/** Loads a folder in one transaction: new items are made, known ones changed, others left alone. */
export const importContent = async (
  content: Content,
  db: Database,
  folder: string,
): Promise<number> => {
  const files = await readContentFolder(content.registry, folder);
  return content
    .partsOf(content.registry[0]?.name ?? '')
    .writer.inTransaction((tx) => importFiles(content, tx, files));
};

export const importFiles = async (
  content: Content,
  tx: Executor,
  files: ContentFile[],
): Promise<number> => {
  const ids = new Map<string, number>();
  const idOf = (collection: string, slug: string) => {
    const id = ids.get(`${collection}/${slug}`);
    if (id === undefined) throw new Error(`No ${collection} with slug ${slug}`);
    return id;
  };
  for (const file of files) {
    const { writer } = content.partsOf(file.collection.name);
    const draft = validate(file, resolveReferences(file, idOf));
    const existing = await findExisting(tx, file, draft);
    const item = existing
      ? await writer.updateIn(tx, null, { id: existing.id }, draft)
      : await writer.createIn(tx, null, draft);
    ids.set(`${file.collection.name}/${file.name}`, item.id);
  }
  return files.length;
};
