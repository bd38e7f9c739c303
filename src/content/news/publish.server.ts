import { notFound } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Desk } from './desk.server.ts';

/** Publishes an article; the writer asks before a near-copy goes out. */
export const publishArticle = async (
  desk: Desk,
  { id, version, confirm }: { id: number; version: number | undefined; confirm: boolean },
  viewer: Viewer,
) => {
  const article = await desk.news.reader.byId(viewer, id);
  if (!article) throw notFound('Article');
  // Only the checked version is published: a change in between is reported instead.
  return desk.news.writer.update(
    viewer,
    { id, version: version ?? article.version, isConfirmed: confirm },
    { status: 'published' },
  );
};
