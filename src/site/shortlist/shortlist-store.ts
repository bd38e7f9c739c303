import { createStored } from './stored.ts';

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
