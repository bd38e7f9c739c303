import { inArray, type SQL, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { AnyItem, Collection } from '#kit/collection.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { itemDrafts } from '#modules/drafts/item-drafts.table.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import {
  documentOf,
  editorsTextOf,
  type Loaded,
  type Page,
  type SearchKind,
} from './document.server.ts';
import { draftOf, type ItemState, readStates } from './item-states.server.ts';
import { createPace, keepInStep } from './keep-in-step.server.ts';
import { typedIn } from './query.ts';
import { createTextIndex } from './text-index.server.ts';

interface Options {
  db: Database;
  kinds: readonly SearchKind[];
  readerOf: ReaderOf;
  /** Names of features of items of a collection, indexed as if the summaries had them. */
  featuresOf(collection: Collection, ids: readonly number[]): Promise<Map<number, string[]>>;
  /** Changes with these names. */
  stateBeyond(collection: Collection): SQL;
  /** Text of an item beyond its own fields. */
  moreOf(collection: Collection, item: AnyItem): string;
  /** Of more documents only the titles are kept. */
  most?: number | undefined;
}

/** Some 100 MB: more documents are found by their titles alone. */
const MOST_DOCUMENTS = 5000;
const BATCH = 20;
/** Searches wait for fewer changes than this. */
const FEW = 50;

const keyOf = ({ collection, id }: { collection: string; id: number }) => `${collection}/${id}`;

const itemOf = (key: string) => {
  const at = key.indexOf('/');
  return { collection: key.slice(0, at), id: Number(key.slice(at + 1)) };
};

export interface FoundItem {
  collection: string;
  id: number;
  isNamed: boolean;
}

const NOTHING = { about: '', headings: '', text: '' };

/** What the searches know of items with pages, kept in memory and in step with the database. */
export const createSearchIndex = (options: Options) => {
  const { db, kinds, readerOf, featuresOf, moreOf, most = MOST_DOCUMENTS } = options;
  const collections = kinds.flatMap((kind) => kind.collections);
  const kindOf = new Map(
    kinds.flatMap((kind) => kind.collections.map((one) => [one.name, { kind, collection: one }])),
  );
  /** What anonymous visitors may see. */
  const open = createTextIndex();
  const pages = new Map<string, Page>();
  /** What only signed-in people may: items that are not public, and of the others notes and drafts. */
  const inside = createTextIndex();
  const states = new Map<string, string>();
  let log: Logger | undefined;
  const isWhole = { open: true, inside: true };

  const close = (key: string) => {
    open.drop(key);
    pages.delete(key);
  };

  const load = async (collection: Collection, ids: number[]) => {
    const { table, visible } = readerOf(collection);
    const rows = await db
      .select({
        item: table,
        isPublic: sql<boolean>`(${visible}) is true`,
        draft: itemDrafts.fields,
      })
      .from(table)
      .leftJoin(itemDrafts, draftOf(collection, sql`${table.id}`))
      .where(inArray(table.id, ids));
    const features = await featuresOf(collection, ids);
    return rows.map(({ item, isPublic, draft }) => ({
      isPublic,
      loaded: {
        item,
        draft,
        features: features.get(item.id) ?? [],
        more: moreOf(collection, item),
      },
    }));
  };

  const put = async (
    name: string,
    loaded: Loaded,
    isPublic: boolean,
    pace: () => Promise<void>,
  ) => {
    const found = kindOf.get(name);
    if (!found) return;
    const { kind, collection } = found;
    const key = keyOf({ collection: name, id: loaded.item.id });
    const { page, indexed } = documentOf(kind, collection, loaded);
    const title = String(loaded.item[collection.title] ?? '');
    const ofEditors = isWhole.inside ? editorsTextOf(collection, loaded) : '';
    // To read a long text into words and to take the words in are two steps.
    await pace();
    if (isPublic) {
      open.put(key, isWhole.open ? indexed : { ...NOTHING, names: indexed.names });
      pages.set(key, isWhole.open ? page : { ...page, body: '' });
      inside.put(key, { ...NOTHING, names: title, text: ofEditors });
    } else {
      close(key);
      const own = isWhole.inside ? indexed : { ...NOTHING, names: indexed.names };
      inside.put(key, {
        ...own,
        names: `${title} ${own.names}`,
        text: `${own.text} ${ofEditors}`,
      });
    }
  };

  /** Sees how many documents there are before the first is read. */
  const measure = (found: readonly ItemState[]) => {
    const open = found.filter(({ isPublic }) => isPublic).length;
    const inside = found.length - open;
    Object.assign(isWhole, { open: open <= most, inside: inside <= most });
    if (isWhole.open && isWhole.inside) return;
    log?.warn(
      { open, inside, most },
      'There are more documents than the search holds, so that it knows their titles alone',
    );
  };

  const sync = async (letGo: () => void) => {
    const pace = createPace();
    const found = await readStates({ ...options, collections });
    if (states.size === 0) measure(found);
    const there = new Set(found.map(keyOf));
    const changed = found.filter((one) => states.get(keyOf(one)) !== one.state);
    // What was withdrawn is gone first, however much else changed.
    for (const key of states.keys()) {
      if (there.has(key)) continue;
      close(key);
      inside.drop(key);
      states.delete(key);
      await pace();
    }
    for (const one of changed) {
      if (one.isPublic) continue;
      close(keyOf(one));
      await pace();
    }
    if (changed.length > FEW) letGo();
    for (const [name, some] of Map.groupBy(changed, ({ collection }) => collection)) {
      const collection = kindOf.get(name)?.collection;
      if (!collection) continue;
      for (let at = 0; at < some.length; at += BATCH) {
        const batch = some.slice(at, at + BATCH);
        for (const { loaded, isPublic } of await load(
          collection,
          batch.map(({ id }) => id),
        )) {
          await pace();
          await put(name, loaded, isPublic, pace);
        }
        for (const one of batch) states.set(keyOf(one), one.state);
      }
    }
  };

  const step = keepInStep({
    sync,
    onFailure: (error) => log?.warn({ err: error }, 'the search could not read what changed'),
  });
  let first: Promise<void> | undefined;

  /** Waits a moment for what just changed, and for a whole build only where nothing else began one. */
  const ready = async () => {
    if (!step.isStarted) first = step.start();
    await first;
    await step.ready();
  };

  return {
    open,
    pages,
    ready,
    get isInStep() {
      return step.isWhole;
    },
    /** Begins to build the index, beside everything else. */
    start: (to: Logger) => {
      log = to;
      void step.start();
    },
    stop: step.stop,
    has: ({ name }: Collection) => kindOf.has(name),
    /** Items with all of these words, drafts included, by type: first those that are named so, then the best. */
    itemsHaving: async (q: string): Promise<Map<string, FoundItem[]>> => {
      await ready();
      await step.refresh();
      const words = typedIn(q);
      if (words.length === 0) return new Map();
      const named = new Set([open, inside].flatMap((index) => index.havingAll(words, ['names'])));
      const all = [open, inside].flatMap((index) => index.havingAll(words));
      const found = Array.from(new Set([...named, ...all]), (key) => ({
        ...itemOf(key),
        isNamed: named.has(key),
      }));
      return Map.groupBy(found, ({ collection }) => collection);
    },
    pageOf: (item: { collection: string; id: number }) => pages.get(keyOf(item)),
    /** Public pages with any of these words, the nearest first. */
    pagesNear: async (words: readonly string[]): Promise<Page[]> => {
      await ready();
      return open.havingAny(words).flatMap((key) => pages.get(key) ?? []);
    },
  };
};

export type SearchIndex = ReturnType<typeof createSearchIndex>;
