import * as z from 'zod';
import { faq } from '#content/faq/faq.collection.ts';
import { pages } from '#content/pages/pages.collection.ts';
import { claimRootAddress } from '#content/shared/root-address.server.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { responsesOf } from '#kit/responses.ts';
import type { TextRenderer } from '#kit/text-renderer.ts';
import { splitKeyFeatures } from './key-features.ts';
import type { LandingPage } from './landing-pages.collection.ts';

const question = z.object({
  id: z.int(),
  slug: z.string(),
  question: z.string(),
  answer: z.string(),
});

const MAX_VENDORS = 4;
const MAX_FAQS = 5;
const FAQ_EXCERPT = 200;

export const createLandingBehaviour = (text: TextRenderer) =>
  ({
    prepare: async (draft, { tx }) => {
      if (draft.slug !== undefined) await claimRootAddress(tx, draft.slug, pages);
      return draft;
    },
    present: async (item, { readerOf }) => {
      const { before, notes, after, features } = splitKeyFeatures(item.content);
      const content = [before, notes, after].filter((part) => part !== '').join('\n\n');
      const options = { autoLink: true };
      const selected = await readerOf(vendors).cardsByIds(null, item.associatedVendorIds);
      const questions = await readerOf(faq).byIds(null, item.associatedFaqIds);
      return {
        keyFeatures: features,
        html: {
          whatIs: await text.render(item.whatIs ?? '', options),
          content: await text.render(content, options),
        },
        vendors: selected.slice(0, MAX_VENDORS),
        faqs: questions.slice(0, MAX_FAQS).map(({ id, slug, question, answer }) => ({
          id,
          slug,
          question,
          answer: text.excerpt(answer, FAQ_EXCERPT),
        })),
      };
    },
    responses: {
      detail: {
        keyFeatures: z.array(z.string()),
        vendors: z.array(responsesOf(vendors).card),
        faqs: z.array(question),
      },
    },
  }) satisfies Behaviour<LandingPage>;
