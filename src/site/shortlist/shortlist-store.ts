import { createStored } from './stored.ts';

/** The scale of weights; a must-have is no weight but a gate. */
export const SCALE = [5, 3, 1] as const;

export type Step = (typeof SCALE)[number];

/** The weight of a criterion for which none was chosen. */
export const DEFAULT_WEIGHT = 3;

/** Weights by feature, as an address has them: 'general-ledger:5'. */
export const readWeights = (given: readonly string[]): Map<string, Step> =>
  new Map(
    given.flatMap((one): [string, Step][] => {
      const [slug = '', text] = one.split(':');
      const weight = SCALE.find((step) => String(step) === text);
      return weight ? [[slug, weight]] : [];
    }),
  );

/** A committee that looks at more has not begun to choose. */
export const MAX_SHORTLISTED = 12;

const SLUG = /^[a-z0-9][a-z0-9-]{0,199}$/;

/** Valid slugs of any stored value, each once: as many as there is room for, and those that are left. */
export const splitSlugs = (
  value: unknown,
  max = MAX_SHORTLISTED,
): { slugs: string[]; left: string[] } => {
  if (!Array.isArray(value)) return { slugs: [], left: [] };
  const found = value.filter((one): one is string => typeof one === 'string' && SLUG.test(one));
  const all = [...new Set(found)];
  return { slugs: all.slice(0, max), left: all.slice(max) };
};

export const readSlugs = (value: unknown): string[] => splitSlugs(value).slugs;

export const shortlist = createStored<readonly string[]>('shortlist', [], readSlugs);

export const addToShortlist = (slugs: readonly string[]) =>
  shortlist.set(readSlugs([...shortlist.get(), ...slugs]));

export const toggleShortlisted = (slug: string) => {
  const now = shortlist.get();
  shortlist.set(now.includes(slug) ? now.filter((one) => one !== slug) : readSlugs([...now, slug]));
};
