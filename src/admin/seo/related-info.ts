import type { FormValues } from '#admin/editor/form-types.ts';
import type { RelatedInfoItem } from '#kit/field-groups.ts';

const MAX_ROWS = 20;

export const readRows = (values: FormValues): RelatedInfoItem[] =>
  Array.isArray(values.relatedInfoCache) ? values.relatedInfoCache : [];

/** An empty list is stored as nothing at all. */
export const rowsPatch = (rows: readonly RelatedInfoItem[]): FormValues => ({
  relatedInfoCache: rows.length === 0 ? null : rows.slice(0, MAX_ROWS),
});

/** New proposals come after existing entries; an existing address is not added twice. */
export const addProposals = (
  rows: readonly RelatedInfoItem[],
  proposed: readonly RelatedInfoItem[],
): RelatedInfoItem[] => [
  ...rows,
  ...proposed.filter(({ url }) => !rows.some((row) => row.url === url)),
];

export const changeRow = (
  rows: readonly RelatedInfoItem[],
  at: number,
  patch: Partial<RelatedInfoItem>,
): RelatedInfoItem[] => rows.map((row, index) => (index === at ? { ...row, ...patch } : row));

export const removeRow = (rows: readonly RelatedInfoItem[], at: number): RelatedInfoItem[] =>
  rows.filter((_, index) => index !== at);
