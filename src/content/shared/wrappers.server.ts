import { isDeepStrictEqual } from 'node:util';
import { and, inArray, sql } from 'drizzle-orm';
import type { Behaviour, ReadContext } from '#kit/behaviour.server.ts';
import { type AnyItem, type Collection, fieldEntries, slugFieldOf } from '#kit/collection.ts';
import type { RelatedInfoItem } from '#kit/field-groups.ts';
import { isPublic } from '#kit/is-public.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { columnOf } from '#kit/table.server.ts';
import { withDeskFilters } from '#modules/desk-filters/desk-filters.server.ts';
import { AppError, invalid } from '#platform/errors.ts';
import { hasRole } from '#platform/roles.ts';
import { isFromHosts, isOwnApiCall } from '#platform/safe-link.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { PathCheck } from './public-paths.server.ts';

interface Surroundings {
  registry: readonly Collection[];
  readerOf: ReaderOf;
  /** Where pictures may come from besides our own files. */
  imageHosts: readonly string[];
  siteUrl: string;
  closedPaths: PathCheck;
}

type Wrapper = (behaviour: Behaviour, collection: Collection, around: Surroundings) => Behaviour;

/** Refuses the fields of a draft that are wrong; files and restored versions are accepted as they are. */
const refusing = (
  behaviour: Behaviour,
  message: string,
  wrongIn: (draft: Partial<AnyItem>, before: AnyItem | null) => string[],
): Behaviour => ({
  ...behaviour,
  prepare: async (draft, context) => {
    const wrong = context.viewer && !context.isRestore ? wrongIn(draft, context.before) : [];
    if (wrong.length > 0) throw invalid(Object.fromEntries(wrong.map((key) => [key, message])));
    return (await behaviour.prepare?.(draft, context)) ?? draft;
  },
});

/** A picture from a host that no page's policy names would stay blank, so an editor is told when saving it. */
const withPictureHosts: Wrapper = (behaviour, collection, { imageHosts: hosts }) => {
  const keys = fieldEntries(collection).flatMap(([key, field]) => (field.picture ? [key] : []));
  if (keys.length === 0) return behaviour;
  const message = `Pictures come from our uploads or over https from ${hosts.join(', ') || 'no other host'}`;
  return refusing(behaviour, message, (draft, before) =>
    keys.filter((key) => {
      const existing = [before?.[key]].flat();
      const isNew = (value: unknown) =>
        typeof value === 'string' && value !== '' && !existing.includes(value);
      return [draft[key]]
        .flat()
        .some((value) => isNew(value) && !isFromHosts(String(value), hosts));
    }),
  );
};

const holdsOwnCall = (value: unknown, siteUrl: string): boolean => {
  if (typeof value === 'string') return isOwnApiCall(value, siteUrl);
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some((part) => holdsOwnCall(part, siteUrl));
};

const OWN_CALL = 'Invalid input: this address is a call of our own API, not a page';

/** A definition refuses the API's paths; with our own host before them only the running site can tell. */
const withoutOwnApiLinks: Wrapper = (behaviour, _collection, { siteUrl }) =>
  refusing(behaviour, OWN_CALL, (draft, before) =>
    Object.keys(draft).filter(
      (key) => holdsOwnCall(draft[key], siteUrl) && !isDeepStrictEqual(draft[key], before?.[key]),
    ),
  );

/** Shows of these fields what `openOnly` leaves of them. */
const showing = (
  behaviour: Behaviour,
  keys: readonly string[],
  openOnly: (items: AnyItem[], context: ReadContext) => Promise<AnyItem[]>,
): Behaviour => ({
  ...behaviour,
  present: async (item, context) => {
    const [open = item] = await openOnly([item], context);
    const own = Object.fromEntries(keys.map((key) => [key, open[key]]));
    return { ...own, ...(await behaviour.present?.(open, context)) };
  },
  presentList: async (items, context) =>
    openOnly((await behaviour.presentList?.(items, context)) ?? items, context),
});

/** Items name others by id or by slug; an anonymous visitor hears nothing of those that he may not see. */
const withOpenReferences: Wrapper = (behaviour, collection, { registry, readerOf }) => {
  const fields = fieldEntries(collection).flatMap(([key, { kind, to }]) => {
    const target = registry.find(({ name }) => name === to);
    if (!target || (kind !== 'references' && kind !== 'list')) return [];
    return [{ key, target, column: kind === 'list' ? (slugFieldOf(target) ?? 'id') : 'id' }];
  });
  if (fields.length === 0) return behaviour;

  type Reference = (typeof fields)[number];

  /** Which of the named items exist and are closed: a word that names none of them is just a word. */
  const closedOf = async ({ db }: ReadContext, { target, column }: Reference, named: unknown[]) => {
    const { table, visible } = readerOf(target);
    const key = columnOf(target, column);
    const rows = await db
      .select({ key: sql<unknown>`${key}` })
      .from(table)
      .where(and(inArray(key, named), sql`(${visible}) is not true`));
    return new Set(rows.map((row) => row.key));
  };

  const openOnly = async (items: AnyItem[], context: ReadContext): Promise<AnyItem[]> => {
    if (context.viewer) return items;
    let shown = items;
    for (const field of fields) {
      const valuesOf = (item: AnyItem): unknown[] => [item[field.key] ?? []].flat();
      const named = [...new Set(items.flatMap(valuesOf))];
      const closed = named.length > 0 ? await closedOf(context, field, named) : new Set();
      if (closed.size === 0) continue;
      const isOpen = (value: unknown) => !closed.has(value);
      shown = shown.map((item) => ({ ...item, [field.key]: valuesOf(item).filter(isOpen) }));
    }
    return shown;
  };

  return showing(
    behaviour,
    fields.map(({ key }) => key),
    openOnly,
  );
};

const cacheOf = ({ relatedInfoCache }: AnyItem): RelatedInfoItem[] =>
  Array.isArray(relatedInfoCache) ? relatedInfoCache : [];

/** The time of the related information follows the information itself. */
const stamp = (prepared: Partial<AnyItem>, before: AnyItem | null): Partial<AnyItem> => {
  const { relatedInfoCache: cache } = prepared;
  if (prepared.relatedInfoCachedAt !== undefined || cache === undefined) return prepared;
  if (JSON.stringify(cache) === JSON.stringify(before?.relatedInfoCache ?? null)) return prepared;
  return { ...prepared, relatedInfoCachedAt: cache ? new Date().toISOString() : null };
};

/** Stamps related information on write, and on read hides its closed links from anonymous visitors. */
const withRelatedInfo: Wrapper = (behaviour, collection, { closedPaths }) => {
  if (!collection.fields.relatedInfoCachedAt) return behaviour;
  const openOnly = async (items: AnyItem[], { db, viewer }: ReadContext) => {
    const paths = viewer ? [] : items.flatMap(cacheOf).map(({ url }) => url);
    if (paths.length === 0) return items;
    const closed = await closedPaths(db, [...new Set(paths)]);
    if (closed.size === 0) return items;
    return items.map((item) =>
      item.relatedInfoCache
        ? { ...item, relatedInfoCache: cacheOf(item).filter(({ url }) => !closed.has(url)) }
        : item,
    );
  };
  return {
    ...showing(behaviour, ['relatedInfoCache'], openOnly),
    prepare: async (draft, context) =>
      stamp((await behaviour.prepare?.(draft, context)) ?? draft, context.before),
  };
};

const PUBLISHERS_ONLY =
  'Only a publisher or an owner may publish, and change or delete what is published. An editor writes drafts.';

/**
 * An item that is public before or after a write takes a publisher, in every call. Checked on the sent values and again
 * on the stored ones, since a type completes them. The server's own work has no viewer.
 */
const withRoleRules: Wrapper = (behaviour, collection) => {
  const requirePublisher = (viewer: Viewer, ...states: (Partial<AnyItem> | null)[]) => {
    if (!viewer || hasRole(viewer, 'publisher')) return;
    if (states.some((state) => isPublic(collection, state))) {
      throw new AppError('forbidden', PUBLISHERS_ONLY);
    }
  };
  return {
    ...behaviour,
    prepare: async (draft, context) => {
      const { viewer, before } = context;
      requirePublisher(viewer, before, { ...before, ...draft });
      return (await behaviour.prepare?.(draft, context)) ?? draft;
    },
    after: async (change, tx) => {
      requirePublisher(change.viewer, change.before, change.after);
      await behaviour.after?.(change, tx);
    },
  };
};

/** From the inside out, each asked before those above it; roles come last, since a person who may not publish is told nothing else about a draft. */
const WRAPPERS: readonly Wrapper[] = [
  withPictureHosts,
  withoutOwnApiLinks,
  withOpenReferences,
  withRelatedInfo,
  withRoleRules,
  withDeskFilters,
];

/** A type's own behaviour with the rules of all types around it. */
export const wrapBehaviour = (own: Behaviour, collection: Collection, around: Surroundings) =>
  WRAPPERS.reduce((behaviour, wrap) => wrap(behaviour, collection, around), own);
