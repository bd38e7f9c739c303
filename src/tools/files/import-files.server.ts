import type { Content } from '#content/content.server.ts';
import { type AnyItem, type Collection, fieldEntries, uniqueSetsOf } from '#kit/collection.ts';
import { columnOf, tableOf } from '#kit/table.server.ts';
import { createSchema } from '#kit/validators.ts';
import { putDraft } from '#modules/drafts/item-drafts.server.ts';
import { AppError, type FieldProblems } from '#platform/errors.ts';
import { memoByKey } from '#platform/memo.ts';
import { problemsOf } from '#platform/problems.ts';
import { isoDate } from '#platform/text-rules.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import { fileNameOf } from './item-files.server.ts';
import { type ContentFile, refersTo } from './read-folder.server.ts';

/** A content file also holds server-written fields and both timestamps. */
export const fileSchema = (collection: Collection) =>
  createSchema(
    collection,
    fieldEntries(collection).filter(([, field]) => !field.derived),
  ).extend({ createdAt: isoDate.optional(), updatedAt: isoDate.optional() });

type Draft = Record<string, unknown>;

const listed = (problems: FieldProblems) =>
  Object.entries(problems)
    .map(([key, text]) => `${key}: ${text}`)
    .join('; ');

const reasonOf = (error: unknown) => {
  if (error instanceof AppError && error.fields) return listed(error.fields);
  return error instanceof Error ? error.message : String(error);
};

const schemaOf = memoByKey(fileSchema);

const validate = (file: ContentFile, draft: Draft): Draft => {
  const result = schemaOf(file.collection).safeParse(draft, { reportInput: true });
  if (result.success) return result.data;
  throw new Error(listed(problemsOf(result.error)));
};

/** Identifies the item of a file: its slug, its unique fields, else its title. */
const keysOf = (collection: Collection) => uniqueSetsOf(collection)[0] ?? [collection.title];

const keyOf = (collection: Collection, values: Draft) =>
  JSON.stringify(keysOf(collection).map((key) => values[key]));

/** The items that stand behind every key. */
const readByKey = async (tx: Tx, collection: Collection) => {
  const table = tableOf(collection);
  const columns = keysOf(collection).map((key) => [key, columnOf(collection, key)] as const);
  const rows = await tx
    .select({ id: table.id, ...Object.fromEntries(columns) })
    .from(table)
    .orderBy(table.id);
  return Map.groupBy(rows, (row) => keyOf(collection, row));
};

export const importFiles = async (
  content: Content,
  tx: Tx,
  files: readonly ContentFile[],
): Promise<number> => {
  const byKey = memoByKey((collection: Collection) => readByKey(tx, collection));
  const made = new Map<string, number>();

  /** An item of this folder, else one that stands in the database already. */
  const idOf = async (name: string, slug: string): Promise<number> => {
    const { collection } = content.partsOf(name);
    const key = keyOf(collection, { slug });
    const id = made.get(name + key) ?? (await byKey(collection)).get(key)?.[0]?.id;
    if (id === undefined) throw new Error(`there is no ${name}/${slug}`);
    return id;
  };

  const withIds = async ({ collection, draft }: ContentFile): Promise<Draft> => {
    const resolved = { ...draft };
    for (const [key, { to = '' }] of refersTo(collection)) {
      const value = resolved[key];
      if (typeof value === 'string') resolved[key] = await idOf(to, value);
      if (!Array.isArray(value)) continue;
      resolved[key] = await Promise.all(value.map((slug) => idOf(to, String(slug))));
    }
    return resolved;
  };

  const load = async (file: ContentFile) => {
    const { name } = file.collection;
    const { writer } = content.partsOf(name);
    const draft = validate(file, await withIds(file));
    const key = keyOf(file.collection, draft);
    // Each id is given out once: two files of one title are two items, not one written twice.
    const existing = (await byKey(file.collection)).get(key)?.shift()?.id;
    const item =
      existing === undefined
        ? await writer.create(tx, null, draft)
        : await writer.update(tx, null, { id: existing }, draft, { isImport: true });
    made.set(name + key, item.id);
  };

  /** Stands over an item of this folder or one that was there already. */
  const loadDraft = async (file: ContentFile, name: string) => {
    const { collection } = file;
    const { createdAt: _made, updatedAt: _changed, ...draft } = validate(file, await withIds(file));
    const items: AnyItem[] = await tx.select().from(tableOf(collection));
    const item = items.find((one) => fileNameOf(collection, one) === name);
    if (!item) throw new Error(`there is no ${collection.name}/${name}`);
    await putDraft(tx, { collection, item, viewer: null }, draft);
  };

  for (const file of files) {
    await (file.draftOf === undefined ? load(file) : loadDraft(file, file.draftOf)).catch(
      (error: unknown) => {
        throw new Error(`${file.path}: ${reasonOf(error)}`, { cause: error });
      },
    );
  }
  return files.length;
};
