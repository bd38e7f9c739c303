import { createHash, randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { toPlainHtml } from '#content/shared/plain-html.ts';
import { cardSlugsIn, type TextCard, type TextCards } from '#content/shared/text-blocks.server.ts';
import { visibilityOf } from '#kit/read.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { TextRenderer } from '#kit/text-renderer.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { excerpt } from '#platform/text/excerpt.ts';
import { createThread, TaskEnded } from '#platform/threads.server.ts';
import { rememberPerVersion } from '#platform/version/site-version.server.ts';
import { glossary } from './glossary.collection.ts';
import { type LinkedOptions, toLinkedHtml } from './linking/link-terms.server.ts';
import type { RenderTask } from './linking/render-worker.server.ts';
import type { Glossary, GlossaryTerm } from './linking/term-index.server.ts';

/** So much is parsed in a few milliseconds whatever it holds, and so much where it is mostly words. */
const SHORT = 1000;
const ORDINARY = 8000;
const FEW_MARKS = 400;
const MARK = /[>*_~`[\]|<&:@\\#+=-]|\d[.)]|www/g;

/** Texts that parse fast; all others are parsed in a thread. */
const isEasy = (source: string): boolean =>
  source.length <= SHORT ||
  (source.length <= ORDINARY && (source.match(MARK)?.length ?? 0) <= FEW_MARKS);

/** Visitors wait for these texts, and so never for those of other sites. */
const inTextThread = createThread({ limitMs: 1500, memoryMb: 96, maxWaiting: 200 });

const renderInThread = inTextThread<RenderTask, string>(
  new URL('./linking/render-worker.server.ts', import.meta.url),
);

const render = async (task: RenderTask): Promise<string> => {
  if (isEasy(task.source)) return toLinkedHtml(task.source, task.options);
  try {
    return await renderInThread(task);
  } catch (error) {
    if (error instanceof TaskEnded) return toPlainHtml(task.source);
    throw error;
  }
};

/** A text in flight is shared by all requests for it, even when others evict it from the cache meanwhile. */
const cache = new LRUCache<string, string, RenderTask>({
  maxSize: 32 * 1024 * 1024,
  sizeCalculation: (html, key) => 2 * (html.length + key.length) + 100,
  fetchMethod: (_key, _old, { context }) => render(context),
  ignoreFetchAbort: true,
});

/** Finished, sanitised HTML of a markdown text, cached until the text or the glossary changes. */
export const renderMarkdown = async (
  source: string | null | undefined,
  options: LinkedOptions = {},
): Promise<string> => {
  if (!source?.trim()) return '';
  const { glossary, ownSlug = null, imageHosts = [], siteUrl = null, cards = {} } = options;
  const key = createHash('sha256')
    .update(JSON.stringify([glossary?.version ?? null, ownSlug, imageHosts, siteUrl, cards]))
    .update(source)
    .digest('base64');
  return cache.forceFetch(key, { context: { source, options } });
};

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
  return { version, terms };
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
  site: Pick<LinkedOptions, 'imageHosts' | 'siteUrl'>,
  findCard: FindCard,
): TextRenderer => {
  const remember = rememberPerVersion<Glossary>({ max: 1 });
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
