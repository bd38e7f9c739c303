import { faq } from '#content/faq/faq.collection.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { widen } from '#kit/collection.ts';
import { createReader } from '#kit/read.server.ts';
import type { TextRenderer } from '#platform/text-renderer.ts';
import type { UseCase } from './use-cases.collection.ts';

const EXAMPLE_VENDORS = 3;

export const createUseCaseBehaviour = (text: TextRenderer): Behaviour<UseCase> => ({
  present: async (item, { db }) => {
    const render = (source: string) => text.render(source, { autoLink: true, ownSlug: undefined });
    const faqs = await createReader(widen(faq), db).byIds(null, item.featuredFaqIds, false);
    const sections = [...item.contentSections].sort((a, b) => a.order - b.order);
    return {
      contentSections: await Promise.all(
        sections.map(async (section) => ({ ...section, html: await render(section.content) })),
      ),
      faqs: await Promise.all(
        faqs.map(async ({ id, slug, question, answer }) => ({
          id,
          slug,
          question,
          html: await render(String(answer)),
        })),
      ),
      exampleVendors: await createReader(widen(vendors), db).list({
        viewer: null,
        card: true,
        limit: EXAMPLE_VENDORS,
      }),
    };
  },
  presentCard: ({ contentSections, ...card }) => ({
    ...card,
    contentSections: contentSections?.map(({ id, title, order }) => ({ id, title, order })),
  }),
});
