import type * as z from 'zod';
import type { vendorStatement } from './coverage-schema.ts';

/** The vendor's own word on a feature: beside what pages document, and never among it. */
export type Stated = z.infer<typeof vendorStatement>;

const DOES = {
  documented: 'it does',
  partial: 'it does in part',
  absent: 'it does not',
} as const satisfies Record<Stated['level'], string>;

export const sayStated = ({ level }: Stated): string => `The vendor states that ${DOES[level]}`;

/** With its day and domain, where there is no room for more: in tables, files and for programs. */
export const sayStatedInFull = (stated: Stated | null | undefined): string => {
  if (!stated) return '';
  const { text, url, domain, statedOn } = stated;
  const source = [domain, statedOn, ...(url ? [url] : [])].join(', ');
  return `${sayStated(stated)} (${source})${text ? `: ${text}` : ''}`;
};
