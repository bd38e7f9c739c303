import { setImmediate } from 'node:timers/promises';
import { and, eq, inArray, ne } from 'drizzle-orm';
import pLimit from 'p-limit';
import * as z from 'zod';
import { LEVELS } from '#content/coverage/coverage.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { isCopy } from '#content/shared/coverage/source-rank.ts';
import { PROFILE_FACTS } from '#content/shared/profile-facts.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { Ai } from '#modules/ai/ai.server.ts';
import type { AiRequest, AiUsage } from '#modules/ai/ai-call.server.ts';
import { asMaterial, MATERIAL_RULE } from '#modules/ai/material.ts';
import type { ReadablePage } from '#modules/page-text/page-text.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { proposals } from './finder.tables.server.ts';
import type { Dropped, DropReason } from './finder-states.ts';
import {
  type Cell,
  type Fact,
  type FeatureDefinition,
  factLabel,
  judgeCell,
  judgeFact,
  proposed,
  type SentPage,
  saySame,
} from './judge-proposal.ts';

export interface Asking {
  ai: Pick<Ai, 'generate'>;
  /** Throws where nothing is to be asked any more. */
  beforeCall(): Promise<void>;
  onCall(usage: AiUsage): Promise<void>;
}

const ask = async <S extends z.ZodType>(
  { ai, beforeCall, onCall }: Asking,
  request: AiRequest<S>,
): Promise<z.output<S>> => {
  await beforeCall();
  return ai.generate(null, { ...request, onCall });
};

const LEVEL_RULES = [
  'documented: the words state that the vendor offers the feature as it is defined;',
  'partial: the words state a part of it, or with a limit;',
  'absent: the words state that the vendor does not offer it. Silence is never absence.',
].join('\n');

const defineFeature = ({ name, description }: FeatureDefinition) => `${name}. ${description}`;

/** The first look: the page's text and the definitions of features and facts. */
const askForProposals = (
  asking: Asking,
  { vendor, text, features }: SentPage,
): Promise<z.output<typeof proposed>> =>
  ask(asking, {
    name: 'proposals',
    schema: proposed,
    system: [
      `You read one web page and propose what it states of the software vendor "${vendor}".`,
      MATERIAL_RULE,
      `Each proposal has a quote: 25 to 300 characters, copied exactly from one paragraph of the material, that state it by themselves. Propose nothing that only follows from other words, and nothing that the page says of another company, asks, or plans. Two empty lists are a good response to a page that states nothing.`,
      `A cell is a feature by its key, with a level:\n${LEVEL_RULES}`,
      'Its finding says the same as the quote in your own words, in at most 300 characters, without figures or names that the quote does not have.',
      'A fact is a field by its key, with its value in words of the quote.',
      `Features:\n${Array.from(features.values(), (one) => `- ${one.slug}: ${defineFeature(one)}`).join('\n')}`,
      `Facts:\n${PROFILE_FACTS.map((field) => `- ${field}: ${factLabel(field)}`).join('\n')}`,
    ].join('\n\n'),
    prompt: `The page:\n\n${asMaterial(text)}`,
  });

const lookAtCell = z.object({ level: z.enum([...LEVELS, 'none']) });
const lookAtFact = z.object({ value: z.string() });

/** The second look sees the quote and the definition, and neither the page nor what was proposed. */
const agrees = async (asking: Asking, proposal: Cell | Fact): Promise<boolean> => {
  const prompt = `The quote:\n\n${asMaterial(proposal.quote)}`;
  const rules = `You judge one quote from a page of a software vendor, by its own words alone.\n\n${MATERIAL_RULE}`;
  if (proposal.kind === 'cell') {
    const { level } = await ask(asking, {
      name: 'second_look',
      schema: lookAtCell,
      system: `${rules}\n\nWhich level does it show for this feature?\n${LEVEL_RULES}\nnone: it shows none of them.\n\nFeature: ${defineFeature(proposal.feature)}`,
      prompt,
    });
    return level === proposal.level;
  }
  const { value } = await ask(asking, {
    name: 'second_look',
    schema: lookAtFact,
    system: `${rules}\n\nWhat does it state about the vendor under "${factLabel(proposal.field)}"? Give the value in words of the quote, or an empty text where it states none.`,
    prompt,
  });
  return saySame(value, proposal.value);
};

const MAX_PROPOSALS = 60;
const MAX_FEATURES = 500;
const MAX_DEFINITION = 400;
const LOOKS_AT_ONCE = 2;

type Parts = Pick<AppParts, 'connection' | 'content'>;

const vendorTable = tableOf(vendors);

/** The search of one run, the same for all its pages; null where the vendor is gone. */
export const openSearch = async ({ connection: { db }, content }: Parts, vendorId: number) => {
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

export type Search = NonNullable<Awaited<ReturnType<typeof openSearch>>>;

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

/** All that the service proposes of one page and that holds; the rest is counted by the reason. */
export const searchPage = async (
  { connection: { db } }: Parts,
  { vendor, others, features: defined }: Search,
  { url, text }: Pick<ReadablePage, 'url' | 'text'>,
  asking: Asking,
) => {
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
  const judge = async (work: () => Cell | Fact | DropReason) => {
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
