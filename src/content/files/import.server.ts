import { eq } from 'drizzle-orm';
import type { Content } from '#content/content.server.ts';
import { slugFieldOf } from '#kit/collection.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import { fileSchema } from '#kit/validators.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { toItem } from '#platform/db/rows.server.ts';
import { problemsOf } from '#platform/problems.ts';
import { type ContentFile, readContentFolder, refersTo } from './content-folder.server.ts';

type Draft = Record<string, unknown>;
type IdOf = (collection: string, slug: string) => Promise<number>;

const withIds = async (file: ContentFile, idOf: IdOf): Promise<Draft> => {
  const resolved = { ...file.draft };
  for (const [key, { to = '' }] of refersTo(file.collection)) {
    const value = resolved[key];
    if (typeof value === 'string') resolved[key] = await idOf(to, value);
    if (Array.isArray(value)) {
      resolved[key] = await Promise.all(value.map((slug) => idOf(to, String(slug))));
    }
  }
  return resolved;
};

const validate = (file: ContentFile, draft: Draft): Draft => {
  const result = fileSchema(file.collection).safeParse(draft, { reportInput: true });
  if (result.success) return result.data;
  const problems = Object.entries(problemsOf(result.error)).map(([key, text]) => `${key}: ${text}`);
  throw new Error(problems.join('; '));
};

/** The item a file speaks of: the one of its slug, its unique fields or its title. */
const findExisting = async (tx: Executor, { collection }: ContentFile, draft: Draft) => {
  const table = tableOf(collection);
  const slugField = slugFieldOf(collection);
  const keys = slugField ? [slugField] : (collection.unique?.[0] ?? [collection.title]);
  const [first = 'id', ...rest] = keys;
  const rows = await tx
    .select()
    .from(table)
    .where(eq(columnsOf(table)[first] as never, draft[first] as never))
    .orderBy(table.id);
  return rows.map(toItem).filter((row) => rest.every((key) => row[key] === draft[key]));
};

/** Ids by slug: those of the folder itself, else those that stand in the database already. */
const createLookup = (content: Content, tx: Executor) => {
  const known = new Map<string, number>();
  const remember = (name: string, slug: unknown, id: number) => known.set(`${name}/${slug}`, id);
  const idOf: IdOf = async (name, slug) => {
    const id = known.get(`${name}/${slug}`);
    if (id !== undefined) return id;
    const { collection } = content.partsOf(name);
    const [item] = await findExisting(tx, { collection, path: '', draft: {} }, { slug });
    if (!item) throw new Error(`there is no ${name}/${slug}`);
    remember(name, slug, item.id);
    return item.id;
  };
  return { idOf, remember };
};

export const importFiles = async (
  content: Content,
  tx: Executor,
  files: readonly ContentFile[],
): Promise<number> => {
  const { idOf, remember } = createLookup(content, tx);
  const done = new Set<string>();
  const load = async (file: ContentFile) => {
    const { name } = file.collection;
    const { writer } = content.partsOf(name);
    const draft = validate(file, await withIds(file, idOf));
    // Two files of one title are two items, not one that is written twice.
    const candidates = await findExisting(tx, file, draft);
    const existing = candidates.find(({ id }) => !done.has(`${name}/${id}`));
    const item = existing
      ? await writer.updateIn(tx, null, { id: existing.id }, draft)
      : await writer.createIn(tx, null, draft);
    done.add(`${name}/${item.id}`);
    remember(name, item.slug, item.id);
  };
  for (const file of files) {
    await load(file).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`${file.path}: ${reason}`, { cause: error });
    });
  }
  return files.length;
};

/** Loads a folder in one transaction: new items are made, known ones changed, others left alone. */
export const importContent = async (content: Content, folder: string): Promise<number> => {
  const files = await readContentFolder(content.registry, folder);
  return content
    .partsOf(content.registry[0]?.name ?? '')
    .writer.inTransaction((tx) => importFiles(content, tx, files));
};
