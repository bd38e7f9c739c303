import { faq } from '#content/faq/faq.collection.ts';
import { pages } from '#content/pages/pages.collection.ts';
import { claimRootAddress } from '#content/shared/root-address.server.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { widen } from '#kit/collection.ts';
import { createReader } from '#kit/read.server.ts';
import type { TextRenderer } from '#platform/text-renderer.ts';
import { splitKeyFeatures } from './key-features.ts';
import type { LandingPage } from './landing-pages.collection.ts';

const MAX_VENDORS = 4;
const MAX_FAQS = 5;
const FAQ_EXCERPT = 200;

export const createLandingBehaviour = (text: TextRenderer): Behaviour<LandingPage> => ({
  prepare: async (draft, { tx }) => {
    if (draft.slug !== undefined) await claimRootAddress(tx, draft.slug, widen(pages));
    return draft;
  },
  present: async (item, { db }) => {
    const { before, notes, after, features } = splitKeyFeatures(item.content);
    const content = [before, notes, after].filter((part) => part !== '').join('\n\n');
    const selected = await createReader(widen(vendors), db).byIds(null, item.associatedVendorIds);
    const questions = await createReader(widen(faq), db).byIds(null, item.associatedFaqIds, false);
    return {
      keyFeatures: features,
      html: { content: await text.render(content, { autoLink: true, ownSlug: undefined }) },
      vendors: selected.slice(0, MAX_VENDORS),
      faqs: questions.slice(0, MAX_FAQS).map(({ id, slug, question, answer }) => ({
        id,
        slug,
        question,
        answer: text.excerpt(String(answer), FAQ_EXCERPT),
      })),
    };
  },
});
