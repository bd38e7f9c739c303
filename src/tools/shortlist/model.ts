import type { ResponseOf } from '#client/api-calls.ts';
import type { Cell, Stated } from '#content/shared/coverage/coverage-schema.ts';
import { NO_CATEGORY } from '#platform/words.ts';
import type { Criterion, Decision } from './decision.ts';
import { type Answer, type ScoreInput, scoreVendors } from './score.ts';
import { judge, rankScores, type Verdict } from './verdict.ts';

/** Unless it is whole, missing items may exist: the site has more than one file holds. */
export type DecisionData = ResponseOf<'get', '/api/decision-data'>;

export interface CriterionRow {
  criterion: Criterion;
  name: string;
  category: string;
  questions: readonly string[];
  cells: readonly (Cell | null)[];
  /** Beside the evidence: what is stated is not confirmed. */
  stated?: readonly (Stated | null)[];
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
  { features, evidence, stated = [], isWhole }: DecisionData,
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
  const wordOf = (vendor: string) =>
    stated.find((one) => one.feature === feature.slug && one.vendor === vendor)?.stated ?? null;
  const words = vendors.map(({ slug }) => wordOf(slug));
  return { criterion, name, category, questions, cells, stated: words, answers };
};

/** A vendor's yes counts as partly documented at most. */
const countAs = (stated: Stated | null | undefined): Answer =>
  stated ? (stated.level === 'absent' ? 'absent' : 'partial') : null;

const NO_VERDICT: Verdict = { kind: 'not-whole' };

type Weighed = Pick<Decision, 'vendors' | 'criteria'> & Partial<Pick<Decision, 'countsStated'>>;

/** The evidence on the vendors and criteria of a decision; incomplete data give no score. */
export const buildModel = (
  data: DecisionData,
  { vendors: slugs, criteria, countsStated }: Weighed,
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
      answers: rows.map(
        ({ answers, stated }) =>
          answers[column] ?? (countsStated ? countAs(stated?.[column]) : null),
      ),
    })),
  };
  const scores = data.isWhole ? scoreVendors(input) : [];
  const missing = criteria.filter((_, index) => all[index] === null);
  const listed = new Set(vendors.map(({ slug }) => slug));
  return {
    vendors,
    rows,
    input,
    scores,
    ranked: rankScores(scores),
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
