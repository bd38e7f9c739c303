import { sql } from 'drizzle-orm';
import { countWords, readingMinutes } from '#content/shared/reading-time.ts';
import type { Behaviour } from '#kit/behaviour.server.ts';
import { invalid, unauthorized } from '#platform/errors.ts';
import { findHoles } from './holes.ts';
import type { Article } from './news.collection.ts';

/** What a reader would read: the rewritten text where there is one. */
const bodyOf = (draft: Partial<Article>, before: Article | null) => {
  const { rewrittenContent, originalContent } = { ...before, ...draft };
  return rewrittenContent || originalContent || '';
};

/** Whoever publishes by saving is asked for the same as who presses Publish; what is public stays editable. */
const refuseHoles = (draft: Partial<Article>, before: Article) => {
  if (draft.status !== 'published' || before.status === 'published') return;
  const holes = findHoles({ ...before, ...draft });
  if (Object.keys(holes).length > 0) throw invalid(holes);
};

export const newsBehaviour: Behaviour<Article> = {
  prepare: (draft, { before, viewer, isRestore }) => {
    // What comes from files or from the history is taken as it was.
    if (before && viewer && !isRestore) refuseHoles(draft, before);
    const words = countWords(bodyOf(draft, before));
    const touchesText = draft.originalContent !== undefined || draft.rewrittenContent !== undefined;
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
    return { ...draft, ...measured, publishedOn };
  },
  /** Which model and which style guide wrote a text is the desk's own business. */
  present: async (_article, { viewer }) => (viewer ? {} : { rewriteRecord: null }),
  presentList: async (articles, { viewer }) =>
    viewer
      ? articles
      : articles.map((one) => (one.rewriteRecord ? { ...one, rewriteRecord: null } : one)),
  filters: {
    include_all_statuses: {
      description: '`true` answers every status, to editors only',
      where: (values, viewer) => {
        if (values.includes('true') && !viewer) throw unauthorized();
        return sql`true`;
      },
    },
  },
};
