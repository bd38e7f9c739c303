import { generateSeo } from '#modules/seo-generation/seo.server.ts';
import { notFound } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import type { Desk } from './desk.server.ts';
import { titleOf } from './title-of.ts';

/** Makes an article's meta texts and, unless they are only to be looked at, stores them; a meanwhile edit is kept. */
export const generateArticleSeo = async (
  desk: Desk,
  {
    id,
    targetKeyphrase,
    isPreview,
  }: { id: number; targetKeyphrase?: string | undefined; isPreview: boolean },
  viewer: Viewer,
) => {
  const article = await desk.news.reader.byId(viewer, id);
  if (!article) throw notFound('Article');
  const seo = await generateSeo(desk, viewer, {
    collection: 'news',
    id,
    title: titleOf(article),
    content: article.rewrittenContent || article.originalContent,
    slug: article.slug,
    imageAlt: article.imageUrl ? (article.imageAlt ?? '') : undefined,
    targetKeyphrase,
  });
  if (isPreview) return { ...seo, article };
  const { metaTitle, metaDescription } = seo;
  const target = { id, version: article.version };
  const saved = await desk.news.writer.update(viewer, target, { metaTitle, metaDescription });
  return { ...seo, article: saved };
};
