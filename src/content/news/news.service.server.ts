import { sql } from 'drizzle-orm';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { tableOf } from '#kit/table.server.ts';
import type { TextRenderer } from '#kit/text-renderer.ts';
import { invalid, unauthorized } from '#platform/errors.ts';
import { countMarkdownWords, readingMinutes } from '#platform/text/count-words.ts';
import { guardNearCopy, visibleText } from './near-copy.server.ts';
import { type Article, news } from './news.collection.ts';

const refuseNoSource = (article: Partial<Article>) => {
  if (article.origin !== 'publisher' || article.originalUrl) return;
  throw invalid({ originalUrl: 'Original URL is required' });
};

export const createNewsBehaviour = (text: TextRenderer) =>
  ({
    batches: () => true,
    prepare: async (draft, context) => {
      const { before, viewer, isRestore } = context;
      // Files are taken as is; what comes back is measured, too, since readers see it.
      if (viewer && !isRestore) refuseNoSource({ ...before, ...draft });
      const closeness = viewer ? await guardNearCopy(draft, context) : {};
      const words = countMarkdownWords(visibleText({ ...before, ...draft }));
      const touchesText =
        draft.originalContent !== undefined || draft.rewrittenContent !== undefined;
      const measured =
        !before || touchesText
          ? {
              wordCount: draft.wordCount ?? words,
              readingTime: draft.readingTime ?? readingMinutes(words),
            }
          : {};
      const publishedOn =
        draft.originalPublishedAt ??
        (draft.originalPublishedAt === undefined ? before?.originalPublishedAt : undefined) ??
        before?.createdAt ??
        draft.createdAt ??
        new Date().toISOString();
      return { ...draft, ...measured, ...closeness, publishedOn };
    },
    /** The page shows a text that was published as it came (P14.12); its source stays with the editors. */
    present: async ({ originalContent, rewrittenContent }, { viewer }) => {
      if (viewer || rewrittenContent) return {};
      return { html: { originalContent: await text.render(originalContent, { autoLink: false }) } };
    },
    searchText: (article) => (article.rewrittenContent ? '' : visibleText(article)),
    filters: {
      source: {
        description: 'Publishers; any of them',
        where: (values) =>
          sql`${tableOf(news).originalPublisher} = any(${sql.param(values)}::text[])`,
      },
      feed: {
        description: 'Feeds that articles came by; any of them, to editors only',
        where: (values, viewer) => {
          if (!viewer) throw unauthorized();
          return sql`${tableOf(news).originalFeed} = any(${sql.param(values)}::text[])`;
        },
      },
      include_all_statuses: {
        description: '`true` answers every status, to editors only',
        refusal: 'Every status was asked for without a session',
        where: (values, viewer) => {
          if (values.includes('true') && !viewer) throw unauthorized();
          return sql`true`;
        },
      },
    },
  }) satisfies Behaviour<typeof news>;
