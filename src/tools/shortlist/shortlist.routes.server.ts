import { asc } from 'drizzle-orm';
import * as z from 'zod';
import { buyersGuides } from '#content/buyers-guides/buyers-guides.collection.ts';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { asCell } from '#content/shared/coverage/cells.server.ts';
import { evidenceCell, namedItem } from '#content/shared/coverage/coverage-schema.ts';
import { CONTRACT_TOPICS } from '#content/shared/events-and-terms.ts';
import type { VendorFinder } from '#content/shared/find-vendor.server.ts';
import { readQuestions } from '#content/shared/read-questions.ts';
import { useCases } from '#content/use-cases/use-cases.collection.ts';
import { vendorEvent, vendors } from '#content/vendors/vendors.collection.ts';
import type { Collection } from '#kit/collection.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { responsesOf } from '#kit/responses.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { NO_CATEGORY } from '#platform/words.ts';
import { MAX_SHORTLISTED, splitSlugs } from '#site/shortlist/shortlist-store.ts';
import type { Move } from './decision.ts';

/** One file for all visitors is bounded: a larger directory needs another way. */
const MAX_VENDORS = 1000;
const MAX_FEATURES = 500;
const MAX_EVIDENCE = 10_000;
const MAX_SETS = 200;
/** Names of an address that are looked up, known or not. */
const MAX_ASKED = 2 * MAX_SHORTLISTED;
/** Of each kind, the latest. */
const MAX_MOVES = 1000;

const tag = { name: 'Shortlist', description: 'What a scorecard in the browser is made of.' };

const moves = z.array(z.object({ from: z.string(), to: z.string() }));

const decisionData = z
  .object({
    vendors: z.array(namedItem),
    features: z.array(namedItem.extend({ category: z.string(), questions: z.array(z.string()) })),
    evidence: z.array(z.object({ vendor: z.string(), feature: z.string(), cell: evidenceCell })),
    /** By vendor: what happened to it, and the topics on which it publishes contract terms. */
    records: z.array(
      z.object({
        vendor: z.string(),
        events: z.array(vendorEvent),
        topics: z.array(z.enum(CONTRACT_TOPICS)),
      }),
    ),
    /** Features that belong together, as criteria to begin with. */
    sets: z.array(
      z.object({
        kind: z.enum(['Guide', 'Use case']),
        title: z.string(),
        features: z.array(z.string()),
      }),
    ),
    /** Slugs that were changed, so that a shortlist that holds an old one goes on. */
    moved: z.object({ vendors: moves, features: moves }),
    /** False when there are more vendors, features or evidence than one file holds. */
    isWhole: z.boolean(),
  })
  .meta({ id: 'DecisionData' });

interface ShortlistParts {
  db: Database;
  readerOf: ReaderOf;
  findVendor: VendorFinder;
  /** The slugs of a folder that were changed, the latest first. */
  listMovedSlugs(folder: string, limit: number): Promise<Move[]>;
}

export const mountShortlist = (
  api: Api,
  { db, readerOf, findVendor, listMovedSlugs }: ShortlistParts,
) => {
  const vendorReader = readerOf(vendors);

  const listRecords = async () => {
    const { table, visible } = vendorReader;
    const rows = await db
      .select({ vendor: table.slug, events: table.events, terms: table.contractTerms })
      .from(table)
      .where(visible)
      .orderBy(asc(table.id))
      .limit(MAX_VENDORS);
    return rows
      .filter(({ events, terms }) => events.length + terms.length > 0)
      .map(({ vendor, events, terms }) => ({
        vendor,
        events,
        topics: [...new Set(terms.map(({ topic }) => topic))],
      }));
  };

  /** Only from slugs no longer listed to public ones. */
  const listMoves = async (collection: Collection, items: readonly { slug: string }[]) => {
    const listed = new Set(items.map(({ slug }) => slug));
    const all = await listMovedSlugs(collection.publicPath ?? '', MAX_MOVES);
    return all.filter(({ from, to }) => listed.has(to) && !listed.has(from));
  };

  return [
    endpoint(api, {
      method: 'get',
      id: 'getDecisionData',
      path: '/api/decision-data',
      tag,
      summary:
        'All vendors, features and evidence at once, so that whoever weighs them need not say which',
      access: 'public',
      cacheable: true,
      response: decisionData,
      handle: async () => {
        const [records, allVendors, allFeatures, allEvidence, guides, cases] = await Promise.all([
          listRecords(),
          vendorReader.listCards({ viewer: null, limit: MAX_VENDORS + 1 }),
          readerOf(features).list({ viewer: null, limit: MAX_FEATURES + 1 }),
          readerOf(coverage).list({ viewer: null, limit: MAX_EVIDENCE + 1 }),
          readerOf(buyersGuides).list({ viewer: null, limit: MAX_SETS }),
          readerOf(useCases).list({ viewer: null, limit: MAX_SETS }),
        ]);
        const evidence = allEvidence.slice(0, MAX_EVIDENCE);
        const vendorCards = allVendors.slice(0, MAX_VENDORS);
        const featureItems = allFeatures.slice(0, MAX_FEATURES);
        const vendorOf = new Map(vendorCards.map(({ id, slug }) => [id, slug]));
        const featureSlugs = new Set(featureItems.map(({ slug }) => slug));
        const setsOf = <K extends string>(kind: K, items: typeof guides | typeof cases) =>
          items.flatMap(({ title, features: slugs }) => {
            const listed = slugs.filter((slug) => featureSlugs.has(slug));
            return listed.length > 0 ? [{ kind, title, features: listed }] : [];
          });
        const featureOf = new Map(featureItems.map(({ id, slug }) => [id, slug]));
        return {
          vendors: vendorCards.map(({ slug, name }) => ({ slug, name })),
          features: featureItems.map(({ slug, name, category, content }) => ({
            slug,
            name,
            category: category ?? NO_CATEGORY,
            questions: readQuestions(content),
          })),
          evidence: evidence.flatMap((row) => {
            const vendor = vendorOf.get(row.vendorId ?? 0);
            const feature = featureOf.get(row.featureId ?? 0);
            return vendor && feature ? [{ vendor, feature, cell: asCell(row) }] : [];
          }),
          records,
          sets: [...setsOf('Guide', guides), ...setsOf('Use case', cases)],
          moved: {
            vendors: await listMoves(vendors, vendorCards),
            features: await listMoves(features, featureItems),
          },
          isWhole:
            allVendors.length <= MAX_VENDORS &&
            allFeatures.length <= MAX_FEATURES &&
            allEvidence.length <= MAX_EVIDENCE,
        };
      },
    }),
    endpoint(api, {
      method: 'get',
      id: 'listShortlisted',
      path: '/api/shortlist',
      tag,
      summary: `The first ${MAX_SHORTLISTED} vendors by their slugs, joined by commas, in that order; the slugs that name none, which take no place, and those that found none`,
      access: 'public',
      cacheable: true,
      query: z.object({ v: z.string().max(2500).optional() }),
      response: z
        .object({
          vendors: z.array(responsesOf(vendors).card),
          missing: z.array(z.string()),
          left: z.array(z.string()),
        })
        .meta({ id: 'Shortlist' }),
      handle: async ({ query }) => {
        const { slugs, left } = splitSlugs(query.v?.split(','), MAX_ASKED);
        const found = await Promise.all(slugs.map(findVendor));
        const ids = [...new Set(found.flatMap((vendor) => vendor?.id ?? []))];
        const cards = await vendorReader.cardsByIds(null, ids);
        return {
          vendors: cards.slice(0, MAX_SHORTLISTED),
          missing: slugs.filter((_, at) => !found[at]),
          left: [...cards.slice(MAX_SHORTLISTED).map(({ name }) => name), ...left],
        };
      },
    }),
  ];
};
