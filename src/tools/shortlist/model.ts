import type { ResponseOf } from '#client/api-calls.ts';
import type { Cell } from '#content/shared/coverage/coverage-schema.ts';
import { NO_CATEGORY } from '#platform/words.ts';
import type { Criterion, Decision } from './decision.ts';
import {
  type Answer,
  judge,
  rankScores,
  type ScoreInput,
  scoreVendors,
  type Verdict,
} from './score.ts';

/** Unless it is whole, missing items may exist: the site has more than one file holds. */
export type DecisionData = ResponseOf<'get', '/api/decision-data'>;

export interface CriterionRow {
  criterion: Criterion;
  name: string;
  category: string;
  questions: readonly string[];
  cells: readonly (Cell | null)[];
  answers: readonly Answer[];
}

const OWN = 'Your own criteria';

/** A feature that the file has no room for: it can still be asked about, and removed. */
const bySlugAlone = (slug: string): DecisionData['features'][number] => ({
  slug,
  name: slug,
  category: NO_CATEGORY,
  questions: [],
});

const rowOf = (
  criterion: Criterion,
  vendors: readonly { slug: string; name: string }[],
  { features, evidence, isWhole }: DecisionData,
): CriterionRow | null => {
  if (!criterion.feature) {
    const answers = vendors.map(({ slug }) => criterion.answers?.[slug] ?? null);
    const name = criterion.words ?? '';
    const questions = [`Show on screen: ${name}`];
    return { criterion, name, category: OWN, questions, cells: answers.map(() => null), answers };
  }
  const feature =
    features.find(({ slug }) => slug === criterion.feature) ??
    (isWhole ? null : bySlugAlone(criterion.feature));
  if (!feature) return null;
  const cellOf = new Map(
    evidence
      .filter((row) => row.feature === feature.slug)
      .map(({ vendor, cell }) => [vendor, cell]),
  );
  const cells = vendors.map(({ slug }) => cellOf.get(slug) ?? null);
  const answers = cells.map((cell) => cell?.level ?? null);
  const { name, category, questions } = feature;
  return { criterion, name, category, questions, cells, answers };
};

const NO_VERDICT: Verdict = { kind: 'not-whole' };

/** The evidence on the vendors and criteria of a decision; incomplete data give no score. */
export const buildModel = (
  data: DecisionData,
  { vendors: slugs, criteria }: Pick<Decision, 'vendors' | 'criteria'>,
) => {
  const nameOf = new Map(data.vendors.map(({ slug, name }) => [slug, name]));
  const vendors = slugs.flatMap((slug) => {
    const name = nameOf.get(slug) ?? (data.isWhole ? undefined : slug);
    return name === undefined ? [] : [{ slug, name }];
  });
  const all = criteria.map((criterion) => rowOf(criterion, vendors, data));
  const rows = all.filter((row) => row !== null);
  const input: ScoreInput = {
    weights: rows.map(({ criterion }) => criterion.weight),
    vendors: vendors.map(({ slug }, column) => ({
      slug,
      answers: rows.map(({ answers }) => answers[column] ?? null),
    })),
  };
  const scores = data.isWhole ? scoreVendors(input) : [];
  const ranked = rankScores(scores);
  const missing = criteria.filter((_, index) => all[index] === null);
  const listed = new Set(vendors.map(({ slug }) => slug));
  const recordOf = new Map(data.records.map((record) => [record.vendor, record]));
  return {
    vendors,
    rows,
    /** What happened to each vendor, and the topics on which it publishes contract terms. */
    records: vendors.map(({ slug, name }) => {
      const { events = [], topics = [] } = recordOf.get(slug) ?? {};
      return { slug, name, events, topics };
    }),
    input,
    scores,
    ranked,
    /** The ranked, then those without a score or ruled out. */
    standing: [...ranked, ...scores.filter((score) => !ranked.includes(score))],
    verdict: data.isWhole ? judge(scores) : NO_VERDICT,
    /** Vendors and features of the decision that the site does not know, or no longer. */
    unknown: {
      vendors: slugs.filter((slug) => !listed.has(slug)),
      features: missing.flatMap(({ feature }) => feature ?? []),
    },
  };
};

export type Model = ReturnType<typeof buildModel>;

export const nameIn = ({ vendors }: Pick<Model, 'vendors'>, slug: string): string =>
  vendors.find((vendor) => vendor.slug === slug)?.name ?? slug;

export const percent = (share: number): string => `${Math.round(share * 100)}%`;
