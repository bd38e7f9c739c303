import { listWords } from '#platform/words.ts';
import {
  DEFAULT_WEIGHT,
  MAX_SHORTLISTED,
  readWeights,
  splitSlugs,
} from '#site/shortlist/shortlist-store.ts';
import {
  type Criterion,
  type Decision,
  follow,
  MAX_CRITERIA,
  NO_DECISION,
  readDecision,
} from './decision.ts';
import type { DecisionData } from './model.ts';

/** Query of `/shortlist?v=…&need=…&must=…&w=…`: slugs joined by commas, of `w` with a weight: 'general-ledger:5'. */
export interface Asked {
  v?: string | undefined;
  need?: string | undefined;
  must?: string | undefined;
  w?: string | undefined;
}

/** Names beyond this are not looked at. */
const MAX_ASKED = 100;

const slugsIn = (text: string | undefined): string[] =>
  splitSlugs(text?.split(','), MAX_ASKED).slugs;

/** A decision from the slugs of an address, and notes on those left out; null without slugs. */
export const readAsked = (
  { v, need, must, w }: Asked,
  { vendors, features, moved, isWhole }: DecisionData,
  own: Decision,
): { decision: Decision; notes: string[] } | null => {
  if (!v && !need && !must) return null;
  const nameOf = new Map([...vendors, ...features].map(({ slug, name }) => [slug, name]));
  /** Unknown slugs take no place. */
  const known = (text: string | undefined, kind: 'vendors' | 'features') => {
    const slugs = [...new Set(slugsIn(text).map(follow(moved[kind])))];
    const listed = new Set((kind === 'vendors' ? vendors : features).map(({ slug }) => slug));
    const isKnown = (slug: string) => !isWhole || listed.has(slug);
    return { slugs: slugs.filter(isKnown), unknown: slugs.filter((slug) => !isKnown(slug)) };
  };
  const asked = known(v, 'vendors');
  const musts = known(must, 'features');
  const needs = known(need, 'features');
  const { slugs, left } = splitSlugs(asked.slugs);
  const given = [...readWeights(w?.split(',').slice(0, MAX_ASKED) ?? [])];
  const weightOf = new Map(given.map(([slug, weight]) => [follow(moved.features)(slug), weight]));
  const criteria: Criterion[] = [...new Set([...needs.slugs, ...musts.slugs])].map((feature) => ({
    feature,
    weight: musts.slugs.includes(feature) ? 'must' : (weightOf.get(feature) ?? DEFAULT_WEIGHT),
  }));
  const unknown = [...new Set([...asked.unknown, ...musts.unknown, ...needs.unknown])];
  const named = (all: readonly string[]) => listWords(all.map((slug) => nameOf.get(slug) ?? slug));
  return {
    decision: readDecision({
      ...NO_DECISION,
      vendors: v ? slugs : own.vendors,
      criteria,
    }),
    notes: [
      unknown.length > 0 && `Not on this site (any more): ${listWords(unknown)}.`,
      left.length > 0 &&
        `A shortlist holds at most ${MAX_SHORTLISTED} vendors. Left out: ${named(left)}.`,
      criteria.length > MAX_CRITERIA &&
        `A scorecard holds at most ${MAX_CRITERIA} criteria. Left out: ${named(criteria.slice(MAX_CRITERIA).flatMap(({ feature }) => feature ?? []))}.`,
    ].filter((note) => note !== false),
  };
};
