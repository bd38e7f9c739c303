import * as z from 'zod';
import { coverage, type Level } from '#content/coverage/coverage.collection.ts';
import { faq } from '#content/faq/faq.collection.ts';
import { features } from '#content/features/features.collection.ts';
import { pages } from '#content/pages/pages.collection.ts';
import { groupCoverage } from '#content/shared/coverage/coverage-groups.ts';
import { claimRootAddress } from '#content/shared/root-address.server.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { Behaviour } from '#kit/behaviour.server.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import { responsesOf } from '#kit/responses.ts';
import type { TextRenderer } from '#kit/text-renderer.ts';
import { splitKeyFeatures } from './key-features.ts';
import type { landingPages } from './landing-pages.collection.ts';

const question = z.object({
  id: z.int(),
  slug: z.string(),
  question: z.string(),
  answer: z.string(),
});

const counts = z.array(z.int()).meta({ description: 'One for each vendor, in their order' });
const covered = z.object({
  category: z.string(),
  features: z.int(),
  documented: counts,
  partial: counts,
});

const MAX_VENDORS = 4;
const MAX_FEATURES = 500;
const MAX_FAQS = 5;
const FAQ_EXCERPT = 200;

/** How many features of each category pages document, of each vendor; a category of which nobody documents any is left out. */
const countCovered = async (
  vendorIds: readonly number[],
  readerOf: ReaderOf,
): Promise<z.infer<typeof covered>[]> => {
  if (vendorIds.length === 0) return [];
  const filters = { vendor: vendorIds.map(String) };
  const [list, evidence] = await Promise.all([
    readerOf(features).listCards({ viewer: null, limit: MAX_FEATURES }),
    readerOf(coverage).list({ viewer: null, filters }),
  ]);
  const groups = groupCoverage(list, vendorIds, evidence).map(({ category, rows }) => {
    const count = (level: Level) =>
      vendorIds.map((_, at) => rows.filter(({ cells }) => cells[at]?.level === level).length);
    return {
      category,
      features: rows.length,
      documented: count('documented'),
      partial: count('partial'),
    };
  });
  return groups.filter(({ documented }) => documented.some((count) => count > 0));
};

const responses = {
  detail: {
    keyFeatures: z.array(z.string()),
    vendors: z.array(responsesOf(vendors).card),
    covered: z.array(covered),
    faqs: z.array(question),
  },
};

export const createLandingBehaviour = (text: TextRenderer) =>
  ({
    prepare: async (draft, { tx }) => {
      if (draft.slug !== undefined) await claimRootAddress(tx, draft.slug, pages);
      return draft;
    },
    present: async (item, { readerOf }) => {
      const { before, notes, after, features: keyFeatures } = splitKeyFeatures(item.content);
      const content = [before, notes, after].filter((part) => part !== '').join('\n\n');
      const options = { autoLink: true };
      const found = await readerOf(vendors).cardsByIds(null, item.associatedVendorIds);
      const selected = found.slice(0, MAX_VENDORS);
      const questions = await readerOf(faq).byIds(null, item.associatedFaqIds);
      return {
        keyFeatures,
        html: {
          whatIs: await text.render(item.whatIs ?? '', options),
          content: await text.render(content, options),
        },
        vendors: selected,
        covered: await countCovered(
          selected.map(({ id }) => id),
          readerOf,
        ),
        faqs: questions.slice(0, MAX_FAQS).map(({ id, slug, question, answer }) => ({
          id,
          slug,
          question,
          answer: text.excerpt(answer, FAQ_EXCERPT),
        })),
      };
    },
    responses,
  }) satisfies Behaviour<typeof landingPages, typeof responses>;
