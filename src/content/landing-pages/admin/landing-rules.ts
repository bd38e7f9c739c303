import type { FieldErrors } from '#admin/api/problems.ts';
import { withAutoSlug } from '#admin/editor/auto-slug.ts';
import type { FormValues } from '#admin/editor/form-types.ts';
import { requireFields } from '#admin/editor/require-fields.ts';
import type { Collection } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';

/** The guidance for the introduction (spec, section 9). */
export const INTRO_WORDS = { least: 40, most: 80 };
export const META_TITLE = 60;

export const REQUIRED = ['title', 'slug', 'category', 'primaryKeyword', 'introduction'] as const;

export const checkLanding = ({ fields }: Collection, values: FormValues): FieldErrors => {
  const labels = REQUIRED.map((key) => [key, labelOf(key, fields[key])]);
  return requireFields(Object.fromEntries(labels), values);
};

/** On a new page the slug and the meta title follow the title until somebody writes them by hand. */
export const followTitle = (
  collection: Collection,
  before: FormValues,
  patch: FormValues,
): FormValues => {
  const withSlug = withAutoSlug(collection, before, patch);
  const { title } = patch;
  if (typeof title !== 'string' || 'metaTitle' in patch) return withSlug;
  const follows = before.metaTitle === String(before.title ?? '').slice(0, META_TITLE);
  return follows ? { ...withSlug, metaTitle: title.slice(0, META_TITLE) } : withSlug;
};
