/** A list with more is no list of needs. */
export const MAX_NEEDS = 30;

/** Points for one need, by its level of evidence. */
export const POINTS = { documented: 2, partial: 1 } as const;

/** The order as the page states it; `rank-vendors.server.ts` is the same in SQL. */
export const RULE = [
  'Must-haves that are documented come first.',
  'Then points: a documented need counts 2, a partly documented one 1.',
  'Then the number of needs with a first-hand source, then with a page of the last two years.',
  'Then the name. Vendors that cannot be told apart share a rank.',
] as const;

type Counts = Record<'documented' | 'partial' | 'absent' | 'notConfirmed', number>;

/** '3 documented, 1 partly, 1 not confirmed of 5'; zero counts are left out, but for the documented. */
export const sayCounts = ({ documented, partial, absent, notConfirmed }: Counts): string => {
  const parts = [
    `${documented} documented`,
    ...(partial > 0 ? [`${partial} partly`] : []),
    ...(absent > 0 ? [`${absent} denied`] : []),
    ...(notConfirmed > 0 ? [`${notConfirmed} not confirmed`] : []),
  ];
  return `${parts.join(', ')} of ${documented + partial + absent + notConfirmed}`;
};
