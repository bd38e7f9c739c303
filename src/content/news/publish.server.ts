import type { Viewer } from '#kit/behaviour.server.ts';
import { AppError, invalid, notFound } from '#platform/errors.ts';
import type { Desk } from './desk.server.ts';
import { findHoles, isEmpty } from './holes.ts';
import type { Article } from './news.collection.ts';
import { measureOverlap } from './rewrite/overlap.ts';

const TOO_CLOSE_MESSAGE =
  'This text is too close to the original to be published. Edit or rewrite it, or confirm that you may publish it.';

/** Measured anew, since the editor may have changed the text after the rewrite. */
const measureNow = async (desk: Desk, article: Article) => {
  const record = article.rewriteRecord;
  if (!record || isEmpty(article.rewrittenContent)) return null;
  const job = await desk.jobs.latest('rewrite', article.id);
  const source = `${job?.source?.text ?? ''}\n\n${article.originalContent}`;
  return { ...record, ...measureOverlap(source, article.rewrittenContent ?? '') };
};

/** Publishes an article that has everything; a near-copy only when the editor confirms it. */
export const publishArticle = async (
  desk: Desk,
  { id, version, confirm }: { id: number; version: number | undefined; confirm: boolean },
  viewer: Viewer,
) => {
  const article = (await desk.news.reader.byId(viewer, id)) as unknown as Article | null;
  if (!article) throw notFound('Article');
  const holes = findHoles(article);
  if (Object.keys(holes).length > 0) throw invalid(holes);
  const record = await measureNow(desk, article);
  if (record?.tooClose && !confirm) {
    throw new AppError('conflict', TOO_CLOSE_MESSAGE, {
      extra: { tooClose: true, overlap: record.overlap },
    });
  }
  // What was checked is what is published: a change in between is told, not published unseen.
  return desk.news.writer.update(
    viewer,
    { id, version: version ?? article.version },
    {
      status: 'published',
      ...(record ? { rewriteRecord: record } : {}),
    },
  );
};
