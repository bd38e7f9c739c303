import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { features } from '#content/features/features.collection.ts';
import { rankProblems } from '#content/shared/coverage/source-rank.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { Behaviour, ReadContext } from '#kit/behaviour.server.ts';
import { refersToVisible } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { invalid } from '#platform/errors.ts';
import { idOfKey } from '#platform/http/params.ts';
import { memoByKey } from '#platform/memo.ts';
import { type Coverage, coverage } from './coverage.collection.ts';

const { vendorId, featureId, level, checkedOn } = tableOf(coverage);

const ENDS = { vendorId: vendors, featureId: features };

const end = z.object({
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  category: z.string().nullish(),
});

type End = keyof typeof ENDS;

/** Ids and slugs may be mixed; both name the same thing, and each has its index. */
const isNamed = (key: End) => (names: string[]) => {
  const table = tableOf(ENDS[key]);
  const { id, slug } = table;
  const ids = names.flatMap((name) => idOfKey(name) ?? []);
  return sql`${tableOf(coverage)[key]} in (select ${id} from ${table} where ${slug} = any(${sql.param(names)}::text[])
    or ${id} = any(${sql.param(ids)}::int[]))`;
};

const idsOf = (key: End, rows: readonly Coverage[]) =>
  [...new Set(rows.map((row) => row[key]))].flatMap((id) => id ?? []);

/** Rows with the names of their two ends. */
export const withNames = async (
  rows: readonly Coverage[],
  { readerOf, viewer }: Pick<ReadContext, 'readerOf' | 'viewer'>,
) => {
  const [vendorCards, featureCards] = await Promise.all([
    readerOf(vendors).cardsByIds(viewer, idsOf('vendorId', rows)),
    readerOf(features).cardsByIds(viewer, idsOf('featureId', rows)),
  ]);
  const vendorOf = new Map(vendorCards.map(({ id, slug, name }) => [id, { id, slug, name }]));
  const featureOf = new Map(
    featureCards.map(({ id, slug, name, category }) => [id, { id, slug, name, category }]),
  );
  return rows.map((row) => ({
    ...row,
    vendor: vendorOf.get(row.vendorId ?? 0) ?? null,
    feature: featureOf.get(row.featureId ?? 0) ?? null,
  }));
};

/** One rule for the form, the API, CSV and files; an older row is judged when its evidence changes. */
const requireRank = (draft: Partial<Coverage>, before: Coverage | null) => {
  const { level, publisher, url } = { ...before, ...draft };
  const isSaid = level !== before?.level || publisher !== before?.publisher || url !== before?.url;
  if (!isSaid || !level || !publisher || !url) return;
  const problems = rankProblems({ level, publisher, url });
  if (Object.keys(problems).length > 0) throw invalid(problems);
};

const added = {
  vendor: end.nullable(),
  feature: end.nullable(),
};
const responses = { detail: added, list: added };

/** By transaction: an import names a vendor hundreds of times, and asks for it once. */
const knownIn = memoByKey((_tx: Executor) => new Set<string>());

export const coverageBehaviour = {
  /** Evidence is as visible as both of its ends. */
  visible: sql`${refersToVisible(vendors, vendorId)} and ${refersToVisible(features, featureId)}`,
  prepare: async (draft, { tx, before, isRestore }) => {
    if (!isRestore) requireRank(draft, before);
    const known = knownIn(tx);
    for (const key of ['vendorId', 'featureId'] as const) {
      const id = draft[key];
      if (id === undefined || id === null || known.has(`${key} ${id}`)) continue;
      const table = tableOf(ENDS[key]);
      if ((await tx.$count(table, sql`${table.id} = ${id}`)) === 0) {
        throw invalid({ [key]: `This ${ENDS[key].label.one.toLowerCase()} does not exist` });
      }
      known.add(`${key} ${id}`);
    }
    return draft;
  },
  present: async (item, context) => {
    const [named] = await withNames([item], context);
    return { vendor: named?.vendor ?? null, feature: named?.feature ?? null };
  },
  responses,
  presentList: (items, context) => withNames(items, context),
  filters: {
    vendor: {
      description: 'Vendors, by slug or id; any of them',
      where: isNamed('vendorId'),
    },
    feature: {
      description: 'Features, by slug or id; any of them',
      where: isNamed('featureId'),
    },
    checkedBefore: {
      description: 'Those that were last checked before a day, such as 2026-05-01',
      where: ([day = '']) => {
        const before = z.iso.date().safeParse(day);
        if (!before.success) throw invalid({ checkedBefore: 'Use a day such as 2026-05-01' });
        return sql`${checkedOn} < ${before.data}::date`;
      },
    },
    level: {
      description: '`documented`, `partial` or `absent`; any of them',
      where: (levels) => sql`${level} = any(${sql.param(levels)}::text[])`,
    },
  },
} satisfies Behaviour<typeof coverage, typeof responses>;
