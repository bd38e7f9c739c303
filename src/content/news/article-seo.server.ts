import type { Viewer } from '#kit/behaviour.server.ts';
import { generateSeo } from '#modules/seo-generation/seo.server.ts';
import { notFound } from '#platform/errors.ts';
import type { Desk } from './desk.server.ts';
import type { Article } from './news.collection.ts';

/** Makes an article's meta texts and stores them; the version guard keeps a meanwhile edit. */
export const generateArticleSeo = async (
  desk: Desk,
  { id, targetKeyphrase }: { id: number; targetKeyphrase?: string | undefined },
  viewer: Viewer,
) => {
  const article = (await desk.news.reader.byId(viewer, id)) as unknown as Article | null;
  if (!article) throw notFound('Article');
  const seo = await generateSeo(desk, {
    collection: 'news',
    id,
    title: article.rewrittenTitle || article.title,
    content: article.rewrittenContent || article.originalContent,
    slug: article.slug,
    imageAlt: article.imageUrl ? (article.imageAlt ?? '') : undefined,
    targetKeyphrase,
  });
  const { metaTitle, metaDescription } = seo;
  const target = { id, version: article.version };
  const saved = await desk.news.writer.update(viewer, target, { metaTitle, metaDescription });
  return { ...seo, article: saved };
};
