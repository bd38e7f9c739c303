import { PROFILE_FACTS, type ProfileFact } from '#content/shared/profile-facts.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import { labelOf } from '#kit/fields.ts';

export type FactField = ProfileFact;

export const isFactField = (name: string): name is FactField =>
  PROFILE_FACTS.some((field) => field === name);

export const factLabel = (field: FactField): string => labelOf(field, vendors.fields[field]);
