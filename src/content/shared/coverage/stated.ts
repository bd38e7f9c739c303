import type * as z from 'zod';
import type { Level } from '#content/coverage/coverage.collection.ts';
import type { vendorStatement } from './coverage-schema.ts';

/** The vendor's own word on a feature: beside what pages document, and never among it. */
export type Stated = z.infer<typeof vendorStatement>;

/** Sent along with each, so that no page has to know them. */
export const STATES = {
  documented: 'The vendor states that it does',
  partial: 'The vendor states that it does in part',
  absent: 'The vendor states that it does not',
} as const satisfies Record<Level, string>;

/** With its day and domain, where there is no room for more: in tables, files and for programs. */
export const sayStated = (stated: Stated | null | undefined): string => {
  if (!stated) return '';
  const { says, text, url, domain, statedOn } = stated;
  const source = [domain, statedOn, ...(url ? [url] : [])].join(', ');
  return `${says} (${source})${text ? `: ${text}` : ''}`;
};
