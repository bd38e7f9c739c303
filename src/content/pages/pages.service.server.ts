import { landingPages } from '#content/landing-pages/landing-pages.collection.ts';
import type { ClaimAddress } from '#content/shared/root-address.server.ts';
import type { Behaviour } from '#kit/behaviour.server.ts';
import type { pages } from './pages.collection.ts';

export const createPageBehaviour = (claimAddress: ClaimAddress) =>
  ({
    prepare: async (draft, { before, tx }) => {
      // A page that leaves the footer has no section there any more.
      const showInFooter = draft.showInFooter ?? before?.showInFooter ?? false;
      const cleared = showInFooter ? draft : { ...draft, footerSection: null };
      if (draft.slug !== undefined) await claimAddress(tx, draft.slug, landingPages);
      return cleared;
    },
  }) satisfies Behaviour<typeof pages>;
