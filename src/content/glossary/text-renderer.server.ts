import { and, eq } from 'drizzle-orm';
import { buildTermIndex, type TermIndex } from '#content/shared/auto-link.server.ts';
import { excerpt } from '#content/shared/excerpt.ts';
import { renderMarkdown } from '#content/shared/markdown.server.ts';
import { widen } from '#kit/collection.ts';
import { columnsOf, tableOf } from '#kit/table.server.ts';
import { noteRead, onChange } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { TextRenderer } from '#platform/text-renderer.ts';
import { glossary } from './glossary.collection.ts';

const table = tableOf(widen(glossary));
const { term, slug, definition, autoLink, isPublished } = columnsOf(table);

const loadIndex = async (db: Executor, version: number): Promise<TermIndex> => {
  const rows = await db
    .select({ term: term as never, slug: slug as never, definition: definition as never })
    .from(table)
    .where(and(eq(autoLink as never, true), eq(isPublished as never, true)));
  return buildTermIndex(rows, String(version));
};

/** Markdown to HTML with glossary links; the glossary is read again whenever a term changes. */
export const createTextRenderer = (db: Executor): TextRenderer & { close(): void } => {
  let version = 0;
  let index: Promise<TermIndex> | undefined;
  const close = onChange((keys) => {
    if (!keys.some((key) => key === 'glossary' || key === '*')) return;
    version += 1;
    index = undefined;
  });

  const terms = () => {
    noteRead('glossary');
    index ??= loadIndex(db, version).catch((error) => {
      index = undefined;
      throw error;
    });
    return index;
  };

  return {
    render: async (source, { autoLink: links, ownSlug }) =>
      renderMarkdown(source, { terms: links ? await terms() : undefined, ownSlug }),
    excerpt,
    close,
  };
};
