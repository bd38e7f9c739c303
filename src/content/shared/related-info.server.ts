import type { Behaviour, ReadContext } from '#kit/behaviour.server.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import type { RelatedInfoItem } from '#kit/field-groups.ts';
import type { PathCheck } from './public-paths.server.ts';

const cacheOf = ({ relatedInfoCache }: AnyItem): RelatedInfoItem[] =>
  Array.isArray(relatedInfoCache) ? relatedInfoCache : [];

/** Related information names items of the site; an anonymous visitor hears nothing of those that are closed. */
const openOnly = async (items: AnyItem[], { db, viewer }: ReadContext, closedPaths: PathCheck) => {
  if (viewer) return items;
  const paths = items.flatMap(cacheOf).map(({ url }) => url);
  if (paths.length === 0) return items;
  const closed = await closedPaths(db, [...new Set(paths)]);
  if (closed.size === 0) return items;
  return items.map((item) =>
    item.relatedInfoCache
      ? { ...item, relatedInfoCache: cacheOf(item).filter(({ url }) => !closed.has(url)) }
      : item,
  );
};

/** The time of the related information follows the information itself. */
const stamp = (prepared: Partial<AnyItem>, before: AnyItem | null): Partial<AnyItem> => {
  const { relatedInfoCache: cache } = prepared;
  if (prepared.relatedInfoCachedAt !== undefined || cache === undefined) return prepared;
  if (JSON.stringify(cache) === JSON.stringify(before?.relatedInfoCache ?? null)) return prepared;
  return { ...prepared, relatedInfoCachedAt: cache ? new Date().toISOString() : null };
};

/** Stamps related information on write, hides its closed links on read. */
export const withRelatedInfo = (
  behaviour: Behaviour,
  collection: Collection,
  { closedPaths }: { closedPaths: PathCheck },
): Behaviour => {
  if (!collection.fields.relatedInfoCachedAt) return behaviour;
  return {
    ...behaviour,
    prepare: async (draft, context) =>
      stamp((await behaviour.prepare?.(draft, context)) ?? draft, context.before),
    present: async (item, context) => {
      const [{ relatedInfoCache } = item] = await openOnly([item], context, closedPaths);
      return { relatedInfoCache, ...(await behaviour.present?.(item, context)) };
    },
    presentList: async (items, context) => {
      const shown = (await behaviour.presentList?.(items, context)) ?? items;
      return openOnly(shown, context, closedPaths);
    },
  };
};
