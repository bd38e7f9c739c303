import { and, sql } from 'drizzle-orm';
import * as z from 'zod';
import { JOINT } from '#content/comparisons/site.ts';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { sourcesWithGone } from '#content/shared/coverage/cells.server.ts';
import { requireFoundBefore } from '#content/shared/found-with.server.ts';
import { readReply } from '#content/shared/vendor-word/statements.server.ts';
import type { Behaviour } from '#kit/behaviour.server.ts';
import type { CardOf } from '#kit/collection.ts';
import { visibilityOf } from '#kit/read.server.ts';
import type { Reader } from '#kit/reader.server.ts';
import { responsesOf } from '#kit/responses.ts';
import { tableOf } from '#kit/table.server.ts';
import { invalid } from '#platform/errors.ts';
import { memoByKey } from '#platform/memo.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { requireExistingChoices } from './alternatives/choices.server.ts';
import { bandsOf } from './aum.ts';
import { readSimilarityIndex, relatedIds } from './related-vendors.server.ts';
import { vendors } from './vendors.collection.ts';

const RELATED_VENDORS = 3;

const table = tableOf(vendors);

const overlaps = (key: 'markets' | 'aumBands') => (values: string[]) =>
  sql`${table[key]} && ${sql.param(values)}::text[]`;

const evidence = tableOf(coverage);
const feature = tableOf(features);

/** Each feature of a filter costs a lookup in the evidence. */
const MAX_FEATURES = 20;

/** Levels that answer a question for a feature: documented, and partly where the reader wants that too. */
export const levelsAsked = (others: Readonly<Record<string, readonly string[]>>) =>
  others.partly?.includes('true') ? ['documented', 'partial'] : ['documented'];

/** Every one of the features must hold. */
const documents = (asked: string[], levels: readonly string[]) => {
  const slugs = [...new Set(asked)].slice(0, MAX_FEATURES);
  const ids = sql`(select ${feature.id} from ${feature}
    where ${and(sql`${feature.slug} = any(${sql.param(slugs)}::text[])`, visibilityOf(features))})`;
  const hasLevel = sql`${evidence.level} = any(${sql.param(levels)}::text[])`;
  // Those with one feature are soon met in the order of the list; those with several are few, and found by themselves.
  if (slugs.length === 1) {
    return sql`exists (select 1 from ${evidence}
      where ${evidence.vendorId} = ${table.id} and ${evidence.featureId} = ${ids} and ${hasLevel})`;
  }
  return sql`${table.id} in (select ${evidence.vendorId} from ${evidence}
    where ${evidence.featureId} in ${ids} and ${hasLevel}
    group by ${evidence.vendorId} having count(*) = ${slugs.length})`;
};

/** The cards of a few vendors, which many profiles share; read again after each change. */
const rememberedCards = memoByKey(({ cardsByIds }: Reader<typeof vendors>) => {
  const remember = rememberUntilChange<CardOf<typeof vendors>[]>();
  return (ids: readonly number[]) => remember(ids.join(), () => cardsByIds(null, ids));
});

const reply = z
  .object({ text: z.string(), domain: z.string(), statedOn: z.string() })
  .meta({ id: 'VendorReply', description: 'What somebody at this domain replies for the vendor' });

const responses = {
  detail: { relatedVendors: z.array(responsesOf(vendors).card), reply: reply.nullable() },
};

export const vendorBehaviour = {
  /** An alternative that is chosen may be one that the same file brings. */
  batches: (draft) => !draft.alternativeChoices?.length,
  prepare: async (draft, context) => {
    if (draft.slug?.includes(JOINT))
      throw invalid({ slug: `A vendor's slug cannot contain ${JOINT}` });
    await requireExistingChoices(draft, context);
    requireFoundBefore(draft.sources ?? [], context.before?.sources ?? [], context);
    const sources = draft.sources?.map((source) =>
      source.quoteGoneSince ? { ...source, quoteGoneSince: null } : source,
    );
    const aumBands =
      draft.minimumAssets === undefined ? undefined : bandsOf(draft.minimumAssets ?? '');
    return { ...draft, ...(sources && { sources }), ...(aumBands && { aumBands }) };
  },
  present: async (vendor, { db, readerOf }) => {
    const ids = relatedIds(await readSimilarityIndex(db), vendor, RELATED_VENDORS);
    const [relatedVendors, sources, reply] = await Promise.all([
      rememberedCards(readerOf(vendors))(ids),
      sourcesWithGone(db, vendor),
      readReply(db, vendor.id),
    ]);
    return { relatedVendors, sources, reply };
  },
  responses,
  filters: {
    market: {
      description: 'Markets; any of them',
      where: overlaps('markets'),
    },
    aum: {
      description: 'Bands of minimum assets; any of them',
      where: overlaps('aumBands'),
    },
    feature: {
      description: 'Slugs of features that evidence documents; all of them must hold',
      where: (slugs, _viewer, others) => documents(slugs, levelsAsked(others)),
    },
    partly: {
      description: '`true` counts what is partly documented as well',
      where: () => undefined,
    },
    featured: {
      description: '`true` for featured vendors only',
      where: (values) => (values.includes('true') ? sql`${table.isFeatured}` : undefined),
    },
  },
} satisfies Behaviour<typeof vendors, typeof responses>;
