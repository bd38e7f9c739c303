import type { FormOf } from '#admin/editor/form-types.ts';
import { requireFields, withAutoSlug } from '#admin/editor/form-values.ts';
import { labelOf } from '#kit/fields.ts';
import type { landingPages } from '../landing-pages.collection.ts';

/** The guidance for the introduction (spec, section 9). */
export const INTRO_WORDS = { least: 40, most: 80 };
const META_TITLE = 60;

const REQUIRED = ['title', 'slug', 'category', 'primaryKeyword', 'introduction'] as const;

type LandingPages = typeof landingPages;
type LandingForm = FormOf<LandingPages>;

export const checkLanding = ({ fields }: LandingPages, values: LandingForm) => {
  const labels = REQUIRED.map((key) => [key, labelOf(key, fields[key])]);
  return requireFields(Object.fromEntries(labels), values);
};

/** On a new page the slug and the meta title follow the title until an editor changes them. */
export const followTitle = (
  collection: LandingPages,
  before: LandingForm,
  patch: LandingForm,
): LandingForm => {
  const withSlug = withAutoSlug(collection, before, patch);
  const { title } = patch;
  if (typeof title !== 'string' || 'metaTitle' in patch) return withSlug;
  const follows = before.metaTitle === String(before.title ?? '').slice(0, META_TITLE);
  const followed: LandingForm = follows ? { metaTitle: title.slice(0, META_TITLE) } : {};
  return { ...withSlug, ...followed };
};
