import type { FormOf } from '#admin/editor/form-types.ts';
import { withAutoSlug } from '#admin/editor/form-values.ts';
import { missingIn } from '#content/shared/definition-inputs.ts';
import type { landingPages } from '../landing-pages.collection.ts';

/** The guidance for the introduction (spec, section 9). */
export const INTRO_WORDS = { least: 40, most: 80 };
const META_TITLE = 60;

type LandingPages = typeof landingPages;
type LandingForm = FormOf<LandingPages>;

export const checkLanding = (collection: LandingPages, values: LandingForm) =>
  missingIn(collection, values);

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
