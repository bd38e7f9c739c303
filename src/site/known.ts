import type { Vendor } from '#content/vendors/vendors.collection.ts';

/** Left by an unfinished import; such a text is never shown (spec, vendor profile). */
const PLACEHOLDER_MARK = '[Extract';

export const known = (value: string | null | undefined): string | null =>
  value && !value.includes(PLACEHOLDER_MARK) ? value : null;

export const knownItems = (values: readonly string[] | null | undefined): string[] =>
  (values ?? []).filter((value) => !value.includes(PLACEHOLDER_MARK));

/** The uploaded logo, else the remote one, else the legacy one. */
export const logosOf = (vendor: Pick<Vendor, 'logoUpload' | 'clearbitLogoUrl' | 'logo'>) => [
  vendor.logoUpload,
  vendor.clearbitLogoUrl,
  vendor.logo,
];
