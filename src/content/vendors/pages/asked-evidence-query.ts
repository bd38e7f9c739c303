import { listQuery } from '#site/api/queries.ts';

/** As many as a list answers at once: a page of vendors with a dozen features each. */
const MAX_ROWS = 500;

export const askedEvidenceQuery = (
  asked: readonly string[] | undefined,
  vendors: readonly { slug: string }[],
) => ({
  ...listQuery('coverage', {
    vendor: vendors.map(({ slug }) => slug),
    feature: asked,
    limit: MAX_ROWS,
  }),
  enabled: asked !== undefined && vendors.length > 0,
});
