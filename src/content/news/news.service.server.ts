import { and, asc, eq, sql } from 'drizzle-orm';
import type { Behaviour, WriteContext } from '#kit/behaviour.server.ts';
import type { TextRenderer } from '#kit/text-renderer.ts';
import { revisions } from '#platform/db/revisions.table.server.ts';
import { AppError, invalid, unauthorized } from '#platform/errors.ts';
import { countMarkdownWords, readingMinutes } from '#platform/text/count-words.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import { readSource } from './jobs/jobs.server.ts';
import { type Article, news } from './news.collection.ts';
import { measureOverlap } from './rewrite/overlap.ts';

const TOO_CLOSE_MESSAGE =
  'This text is too close to the original to be published. Edit or rewrite it, or confirm that you may publish it.';

/** The text shown to readers: the rewritten one where there is one. */
const visibleText = ({ rewrittenContent, originalContent }: Partial<Article>) =>
  rewrittenContent || originalContent || '';

/** May hold another publisher's words: a feed brought it, the form says so, or a rewrite started from it. */
const hasSource = ({ origin, originalGuid, rewriteRecord, rewrittenContent }: Partial<Article>) => {
  if (originalGuid || origin === 'publisher') return true;
  return origin !== 'own' && Boolean(rewriteRecord || rewrittenContent);
};

/** The article as it came in, however often it was edited since. */
const readArrived = async (tx: Tx, id: number): Promise<Partial<Article> | undefined> => {
  const [first] = await tx
    .select({ data: revisions.data })
    .from(revisions)
    .where(and(eq(revisions.collection, news.name), eq(revisions.itemId, id)))
    .orderBy(asc(revisions.id))
    .limit(1);
  return first?.data;
};

/**
 * Measures the visible text, at every write that changes it or publishes it. A near-copy goes out only when the
 * editor confirms it; the record tells how close the text is now.
 */
const guardNearCopy = async (
  draft: Partial<Article>,
  { before, tx, isConfirmed }: WriteContext<Article>,
): Promise<Partial<Article>> => {
  const after: Partial<Article> = { ...before, ...draft };
  const text = visibleText(after);
  const isNew = !before || text !== visibleText(before);
  const isPublishing = after.status === 'published' && (isNew || before.status !== 'published');
  if (!(isPublishing || isNew)) return {};
  // An article that comes back from the trash has its old id.
  const { id } = after;
  const arrived = (id && (await readArrived(tx, id))) || (before ?? draft);
  // Another publisher's article does not become our own by a word in the form.
  if (!hasSource(after) && !hasSource(arrived)) return {};
  const rewritten = id ? await readSource(tx, id) : '';
  const closeness = measureOverlap([rewritten, arrived.originalContent ?? ''], text);
  if (isPublishing && closeness.tooClose && !isConfirmed) {
    throw new AppError('conflict', TOO_CLOSE_MESSAGE, {
      extra: { tooClose: true, overlap: closeness.overlap, confirm: 'Publish anyway' },
    });
  }
  return after.rewriteRecord ? { rewriteRecord: { ...after.rewriteRecord, ...closeness } } : {};
};

const refuseNoSource = (article: Partial<Article>) => {
  if (article.origin !== 'publisher' || article.originalUrl) return;
  throw invalid({ originalUrl: 'Original URL is required' });
};

export const createNewsBehaviour = (text: TextRenderer) =>
  ({
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
