import { inArray, sql } from 'drizzle-orm';
import pLimit from 'p-limit';
import * as z from 'zod';
import { features } from '#content/features/features.collection.ts';
import { namedItem } from '#content/shared/coverage/coverage-schema.ts';
import {
  findClosedNames,
  itemLinks,
  listNearest,
  namesOf,
} from '#content/shared/named-items.server.ts';
import { useCases } from '#content/use-cases/use-cases.collection.ts';
import type { Behaviour, ReadContext } from '#kit/behaviour.server.ts';
import { visibilityOf } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { TextRenderer } from '#kit/text-renderer.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { type BuyersGuide, buyersGuides, section } from './buyers-guides.collection.ts';

type Section = BuyersGuide['sections'][number];

/** The text of one line, without the paragraph that markdown puts around it. */
const unwrap = (html: string) => html.replace(/^<p>([\s\S]*)<\/p>$/, '$1');

const LINK = /<a [^>]*class="glossary-link"[^>]*data-term="([^"]*)"[^>]*>([^<]*)<\/a>/g;

type Content = Section['content'];

/** Every text of the sections as finished HTML, in the shape that the sections have. */
const renderSections = async (
  text: TextRenderer,
  sections: readonly Section[],
): Promise<Section[]> => {
  /** A term is explained where the guide first mentions it. */
  const linked = new Set<string>();
  const unlink = (link: string, term: string, words: string) => {
    if (linked.has(term)) return words;
    linked.add(term);
    return link;
  };
  const write = async (source: string) =>
    unwrap(await text.render(source, { autoLink: true })).replace(LINK, unlink);
  // One after the other, since a term is linked once.
  const writeAll = (sources: string[]) => pLimit(1).map(sources, write);
  const writeContent = async (content: Content): Promise<Content> => {
    if (typeof content === 'string') return write(content);
    if (Array.isArray(content)) return writeAll(content);
    const parts = await pLimit(1).map(Object.entries(content), async ([name, block]) => [
      name,
      typeof block === 'string' ? await write(block) : await writeAll(block),
    ]);
    return Object.fromEntries(parts);
  };
  return pLimit(1).map(sections, async ({ heading, content }) => ({
    heading,
    content: await writeContent(content),
  }));
};

const { slug, title } = tableOf(useCases);
const isVisible = sql<boolean>`${visibilityOf(useCases) ?? sql`true`}`;

/** The use cases that guides name, by slug; a slug that is not among them is just a word. */
const findUseCases = async (db: Executor, guides: readonly BuyersGuide[]) => {
  const slugs = [...new Set(guides.flatMap((guide) => guide.recommendedUseCases))];
  if (slugs.length === 0) return new Map();
  const rows = await db
    .select({ slug, title, isVisible })
    .from(tableOf(useCases))
    .where(inArray(slug, slugs));
  return new Map(rows.map((row) => [row.slug, row]));
};

const shownOf = (guide: BuyersGuide, useCases: Awaited<ReturnType<typeof findUseCases>>) =>
  guide.recommendedUseCases.filter((key) => useCases.get(key)?.isVisible !== false);

/** Guides as readers see them: a list that names a draft, by its slug or in words, does not name it to them. */
const hideDrafts = async (guides: readonly BuyersGuide[], context: ReadContext) => {
  const found = await findUseCases(context.db, guides);
  const wordsOf = (key: 'recommendedUseCases' | 'priorityFeatures') =>
    guides.flatMap((guide) => guide[key]);
  const isClosedCase = await findClosedNames(context, useCases, wordsOf('recommendedUseCases'));
  const isClosedFeature = await findClosedNames(context, features, wordsOf('priorityFeatures'));
  return guides.map((guide) => ({
    ...guide,
    recommendedUseCases: shownOf(guide, found).filter((word) => !isClosedCase(word)),
    priorityFeatures: guide.priorityFeatures.filter((word) => !isClosedFeature(word)),
  }));
};

/** The spec's list (P11.14), each with the slug that its guide has when there is one. */
const OTHER_GUIDES = [
  { title: 'Multi-Family Office', slug: 'multi-family-office' },
  { title: 'CIO / Investment Team', slug: 'cio-investment-team' },
  { title: 'Operations / CFO', slug: 'operations-cfo' },
  { title: 'Tech-Forward FO', slug: 'tech-forward-family-office' },
];

const responses = {
  detail: {
    about: z.array(namedItem),
    sectionsHtml: z.array(section),
    useCases: itemLinks,
    otherGuides: itemLinks,
  },
};

/** Use cases are stored as slugs; a reader sees their titles, and nothing of those that are drafts. */
export const createGuideBehaviour = (text: TextRenderer) =>
  ({
    present: async (item, context) => {
      const { db, viewer } = context;
      const [open = item] = await hideDrafts([item], context);
      const { recommendedUseCases, priorityFeatures } = open;
      const found = await findUseCases(db, [open]);
      return {
        ...(viewer ? {} : { recommendedUseCases, priorityFeatures }),
        useCases: recommendedUseCases.map((key) => ({
          slug: found.has(key) ? key : null,
          title: found.get(key)?.title ?? key,
        })),
        about: await namesOf(db, item.features),
        sectionsHtml: await renderSections(text, item.sections),
        otherGuides: await listNearest(context, {
          collection: buyersGuides,
          item,
          fixed: OTHER_GUIDES,
          count: OTHER_GUIDES.length,
        }),
      };
    },
    responses,
    presentList: async (items, context) => (context.viewer ? items : hideDrafts(items, context)),
  }) satisfies Behaviour<typeof buyersGuides, typeof responses>;
