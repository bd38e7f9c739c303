import * as z from 'zod';
import { faq } from '#content/faq/faq.collection.ts';
import { namedItem } from '#content/shared/coverage/coverage-schema.ts';
import { itemLinks, listNearest, namesOf } from '#content/shared/named-items.server.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { Behaviour, ReadContext } from '#kit/behaviour.server.ts';
import type { TextRenderer } from '#kit/text-renderer.ts';
import { section, type UseCase, useCases } from './use-cases.collection.ts';

/** The spec takes examples from the first three (P8.06). */
const POOL = 3;

/** Section i names vendors i and i + 1 of the first three, in turn. */
export const examplesFor = <V>(vendors: readonly V[], index: number): V[] => {
  const pool = vendors.slice(0, POOL);
  if (pool.length < 2) return pool;
  return [index, index + 1].flatMap((at) => pool[at % pool.length] ?? []);
};

const question = z.object({
  id: z.int(),
  slug: z.string(),
  question: z.string(),
  html: z.string(),
});

/** The spec's list (P8.11), for a use case that shares nothing with another. */
const RELATED_USE_CASES = [
  { slug: 'portfolio-management', title: 'Portfolio management' },
  { slug: 'consolidated-reporting', title: 'Consolidated reporting' },
  { slug: 'crm-relationship-management', title: 'CRM and relationship management' },
];

type Section = UseCase['contentSections'][number];

/**
 * The first of the vendors that document all features of a section. A guide without any features has examples
 * everywhere, one with features where a section is about some of them.
 */
const pickExamples = async (
  { db, readerOf }: ReadContext,
  useCase: UseCase,
  { features = [] }: Section,
) => {
  const about = await namesOf(db, features);
  const isUnsaid = features.length === 0 && useCase.features.length === 0;
  if (about.length === 0 && !isUnsaid) return { about, pool: [] };
  const filters = { feature: about.map(({ slug }) => slug) };
  const cards = await readerOf(vendors).listCards({ viewer: null, limit: POOL, filters });
  return { about, pool: cards.map(({ slug, name }) => ({ slug, name })) };
};

const responses = {
  detail: {
    contentSections: z.array(
      section.extend({
        html: z.string(),
        about: z.array(namedItem),
        exampleVendors: z.array(namedItem),
      }),
    ),
    about: z.array(namedItem),
    relatedUseCases: itemLinks,
    faqs: z.array(question),
  },
  card: { contentSections: z.array(section.pick({ id: true, title: true, order: true })) },
};

export const createUseCaseBehaviour = (text: TextRenderer) =>
  ({
    present: async (item, context) => {
      const { db, readerOf, viewer } = context;
      const render = (source: string) => text.render(source, { autoLink: true });
      const faqs = await readerOf(faq).byIds(null, item.featuredFaqIds);
      const sections = [...item.contentSections].sort((a, b) => a.order - b.order);
      return {
        contentSections: await Promise.all(
          sections.map(async (section, index) => {
            const { about, pool } = await pickExamples(context, item, section);
            return {
              ...section,
              ...(viewer ? {} : { features: about.map(({ slug }) => slug) }),
              html: await render(section.content),
              about,
              exampleVendors: examplesFor(pool, index),
            };
          }),
        ),
        about: await namesOf(db, item.features),
        relatedUseCases: await listNearest(context, {
          collection: useCases,
          item,
          fixed: RELATED_USE_CASES,
          count: RELATED_USE_CASES.length,
        }),
        faqs: await Promise.all(
          faqs.map(async ({ id, slug, question, answer }) => ({
            id,
            slug,
            question,
            html: await render(answer),
          })),
        ),
      };
    },
    responses,
    /** Anonymous lists leave out section features: drafts may be among them. */
    presentList: async (items, { viewer }) =>
      viewer
        ? items
        : items.map((item) => ({
            ...item,
            contentSections: item.contentSections.map(({ features: _, ...section }) => section),
          })),
    presentCard: ({ contentSections, ...card }) => ({
      ...card,
      contentSections: contentSections.map(({ id, title, order }) => ({ id, title, order })),
    }),
  }) satisfies Behaviour<typeof useCases, typeof responses>;
