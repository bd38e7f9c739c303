import { setImmediate } from 'node:timers/promises';
import { and, eq, inArray, ne } from 'drizzle-orm';
import pLimit from 'p-limit';
import { features } from '#content/features/features.collection.ts';
import { isCopy } from '#content/shared/coverage/source-rank.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { ReadablePage } from '#modules/page-text/page-text.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { type Asking, agrees, askForProposals } from './ask-service.server.ts';
import { proposals } from './finder.tables.server.ts';
import type { Dropped, DropReason } from './finder-states.ts';
import {
  type Cell,
  type Fact,
  type FeatureDefinition,
  type Judged,
  judgeCell,
  judgeFact,
  type SentPage,
} from './judge-proposal.ts';

const MAX_PROPOSALS = 60;
const MAX_FEATURES = 500;
const MAX_DEFINITION = 400;
const LOOKS_AT_ONCE = 2;

type Parts = Pick<AppParts, 'connection' | 'content'>;

/** What is the same for all pages of a run. */
export interface Search {
  vendor: { id: number; name: string; website: string | null };
  others: readonly string[];
  features: readonly FeatureDefinition[];
}

const vendorTable = tableOf(vendors);

export const openSearch = async (
  { connection: { db }, content }: Parts,
  vendorId: number,
): Promise<Search | null> => {
  const { id, name, website } = vendorTable;
  const [vendor] = await db.select({ id, name, website }).from(vendorTable).where(eq(id, vendorId));
  if (!vendor) return null;
  const cards = await content
    .partsOf(features)
    .reader.listCards({ viewer: null, limit: MAX_FEATURES });
  const named = await db.select({ name }).from(vendorTable).where(ne(id, vendorId));
  return {
    vendor,
    others: named.map((one) => one.name),
    features: cards.map(({ description, ...card }) => ({
      id: card.id,
      slug: card.slug,
      name: card.name,
      description: (description ?? '').slice(0, MAX_DEFINITION),
    })),
  };
};

const bareHost = (url: string) => new URL(url).hostname.replace(/^www\./, '');

/** On the vendor's own host, or below it. */
export const isOwnPage = (url: string, website: string | null): boolean => {
  if (!website || !URL.canParse(website) || isCopy(url)) return false;
  const [host, own] = [bareHost(url), bareHost(website)];
  return host === own || host.endsWith(`.${own}`);
};

/** Names that a text may hold: few, of the thousands that the directory may have. */
const namesIn = (text: string, names: readonly string[]): string[] => {
  const words = new Set(text.match(/[\p{L}\p{N}]+/gu));
  return names.filter((name) => {
    const [first = ''] = name.match(/[\p{L}\p{N}]+/u) ?? [];
    return words.has(first) && text.includes(name);
  });
};

const keyOf = (proposal: Cell | Fact) =>
  JSON.stringify([proposal.kind === 'cell' ? proposal.feature.id : proposal.field, proposal.quote]);

/** Proposals that the vendor had before, whatever was decided of them. */
const readKnown = async (db: Database, vendorId: number, found: readonly (Cell | Fact)[]) => {
  if (found.length === 0) return new Set<string>();
  const quotes = found.map(({ quote }) => quote);
  const rows = await db
    .select({ feature: proposals.featureId, field: proposals.field, quote: proposals.quote })
    .from(proposals)
    .where(and(eq(proposals.vendorId, vendorId), inArray(proposals.quote, quotes)));
  return new Set(
    rows.map(({ feature, field, quote }) => JSON.stringify([feature ?? field, quote])),
  );
};

export interface Found {
  proposals: (Cell | Fact)[];
  dropped: Dropped;
}

/** All that the service proposes of one page and that holds; the rest is counted by the reason. */
export const searchPage = async (
  { connection: { db } }: Parts,
  { vendor, others, features: defined }: Search,
  { url, text }: Pick<ReadablePage, 'url' | 'text'>,
  asking: Asking,
): Promise<Found> => {
  const dropped: Dropped = {};
  const drop = (reason: DropReason, count = 1) => {
    dropped[reason] = (dropped[reason] ?? 0) + count;
  };
  const page: SentPage = {
    vendor: vendor.name,
    others: namesIn(text, others),
    isOwnPage: isOwnPage(url, vendor.website),
    text,
    features: new Map(defined.map((one) => [one.slug, one])),
  };
  const { cells, facts } = await askForProposals(asking, page);
  const kept = cells.slice(0, MAX_PROPOSALS);
  const keptFacts = facts.slice(0, MAX_PROPOSALS - kept.length);
  const over = cells.length + facts.length - kept.length - keptFacts.length;
  if (over > 0) drop('many', over);
  const holding: (Cell | Fact)[] = [];
  const judge = async (work: () => Judged<Cell | Fact>) => {
    // A long page takes a while for each: visitors are served in between.
    await setImmediate();
    const judged = work();
    if (typeof judged === 'string') drop(judged);
    else holding.push(judged);
  };
  for (const one of kept) {
    const named = namesIn(one.finding, others);
    await judge(() => judgeCell(one, { ...page, others: [...page.others, ...named] }));
  }
  for (const one of keptFacts) await judge(() => judgeFact(one, page));
  const known = await readKnown(db, vendor.id, holding);
  const fresh = holding.filter((one) => {
    const isKnown = known.has(keyOf(one));
    known.add(keyOf(one));
    if (isKnown) drop('known');
    return !isKnown;
  });
  const inTurn = pLimit(LOOKS_AT_ONCE);
  const looks = await Promise.all(fresh.map((one) => inTurn(() => agrees(asking, one))));
  const agreed = fresh.filter((_, at) => looks[at]);
  if (agreed.length < fresh.length) drop('disagreed', fresh.length - agreed.length);
  return { proposals: agreed, dropped };
};
