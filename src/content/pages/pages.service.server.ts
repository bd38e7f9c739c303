import { eq } from 'drizzle-orm';
import { landingPages } from '#content/landing-pages/landing-pages.collection.ts';
import { isReservedSlug } from '#content/shared/reserved-slugs.ts';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { widen } from '#kit/collection.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import { conflict, invalid } from '#platform/errors.ts';
import type { Page } from './pages.collection.ts';

const landingTable = tableOf(widen(landingPages));

export const pageBehaviour: Behaviour<Page> = {
  prepare: async (draft, { before, tx }) => {
    const showInFooter = draft.showInFooter ?? before?.showInFooter ?? false;
    const cleared = showInFooter ? draft : { ...draft, footerSection: null };
    if (draft.slug === undefined) return cleared;
    if (isReservedSlug(draft.slug))
      throw invalid({ slug: 'This address belongs to the site itself' });
    const taken = await tx.$count(
      landingTable,
      eq(columnsOf(landingTable).slug as never, draft.slug),
    );
    if (taken > 0) throw conflict('slug', 'Slug is already used by a landing page');
    return cleared;
  },
};
