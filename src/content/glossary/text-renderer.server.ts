import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { cardSlugsIn, type TextCard, type TextCards } from '#content/shared/text-blocks.server.ts';
import { visibilityOf } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { TextRenderer } from '#kit/text-renderer.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { rememberUntilChange } from '#platform/remember.server.ts';
import { excerpt } from '#platform/text/excerpt.ts';
import { glossary } from './glossary.collection.ts';
import {
  type Glossary,
  type RenderOptions,
  renderMarkdown,
} from './linking/render-markdown.server.ts';
import { buildTermIndex, type GlossaryTerm } from './linking/term-index.server.ts';

const table = tableOf(glossary);
const { term, slug, definition, autoLink } = table;

/** A preview shows the beginning of a definition; the rest need not travel to the threads that render. */
const DEFINITION_START = 900;

const loadGlossary = async (db: Executor, version: string): Promise<Glossary> => {
  const rows: GlossaryTerm[] = await db
    .select({ term, slug, definition })
    .from(table)
    .where(and(eq(autoLink, true), visibilityOf(glossary)));
  const terms = rows.map((row) => ({
    ...row,
    definition: row.definition.slice(0, DEFINITION_START),
  }));
  return { terms, index: buildTermIndex(terms, version) };
};

type FindCard = (slug: string) => Promise<TextCard | null>;

/** The items that a text shows as cards, as they are now. */
const readCards = async (source: string, findCard: FindCard): Promise<TextCards> => {
  const cards: Record<string, TextCard> = {};
  for (const slug of cardSlugsIn(source)) {
    const card = await findCard(slug);
    if (card) cards[slug] = card;
  }
  return cards;
};

/** Markdown to HTML with glossary links; the glossary is read again whenever a term changes. */
export const createTextRenderer = (
  db: Executor,
  site: Pick<RenderOptions, 'imageHosts' | 'siteUrl'>,
  findCard: FindCard,
): TextRenderer => {
  const remember = rememberUntilChange<Glossary>({ max: 1 });
  const readGlossary = () => remember('', () => loadGlossary(db, randomUUID()));

  return {
    render: async (source, { autoLink: links, of }) =>
      renderMarkdown(source, {
        glossary: links ? await readGlossary() : undefined,
        // An answer or a type may share its slug with a term, and links it all the same.
        ownSlug: of?.collection === glossary.name ? of.slug : undefined,
        cards: await readCards(source, findCard),
        ...site,
      }),
    excerpt,
  };
};
