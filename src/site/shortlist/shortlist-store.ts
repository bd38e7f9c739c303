import { createStored } from './stored.ts';

/** A committee that looks at more has not begun to choose. */
export const MAX_SHORTLISTED = 12;

const SLUG = /^[a-z0-9][a-z0-9-]{0,199}$/;

/** Slugs and nothing else, each once, whatever was written there: as many as there is room for, and those that are left. */
export const splitSlugs = (value: unknown): { slugs: string[]; left: string[] } => {
  if (!Array.isArray(value)) return { slugs: [], left: [] };
  const found = value.filter((one): one is string => typeof one === 'string' && SLUG.test(one));
  const all = [...new Set(found)];
  return { slugs: all.slice(0, MAX_SHORTLISTED), left: all.slice(MAX_SHORTLISTED) };
};

export const readSlugs = (value: unknown): string[] => splitSlugs(value).slugs;

/** The slugs of the vendors on the visitor's shortlist, in the order in which they came. */
export const shortlist = createStored<readonly string[]>('shortlist', [], readSlugs);

export const addToShortlist = (slugs: readonly string[]) =>
  shortlist.set(readSlugs([...shortlist.get(), ...slugs]));

export const toggleShortlisted = (slug: string) => {
  const now = shortlist.get();
  shortlist.set(now.includes(slug) ? now.filter((one) => one !== slug) : readSlugs([...now, slug]));
};
