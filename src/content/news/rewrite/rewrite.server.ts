import { listCategories } from '#content/news/categories.routes.server.ts';
import type { Desk } from '#content/news/desk.server.ts';
import { canonicalUrl } from '#content/news/feeds/canonical-url.ts';
import type { JobEvent } from '#content/news/jobs/job-event.ts';
import type { JobHandle } from '#content/news/jobs/jobs.server.ts';
import type { Article } from '#content/news/news.collection.ts';
import type { StyleGuide } from '#content/style-guides/style-guides.collection.ts';
import { AI_NOT_CONFIGURED } from '#modules/ai/ai.server.ts';
import { scoreSeo } from '#modules/seo-generation/seo.server.ts';
import { AppError, notConfigured, notFound } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import { cleanRewrite, linksIn } from './clean-rewrite.server.ts';
import { makeRewritePrompt, rewriteResponse } from './rewrite-prompt.server.ts';
import { cleanSource, fetchSource } from './source.server.ts';

const NO_GUIDE =
  'There is no active style guide. Activate one under Style Guides, then rewrite again.';
const IS_PUBLISHED =
  'A published article is not rewritten. Set it back to draft first, then rewrite it.';
const CHANGED_MEANWHILE =
  'The article was changed while it was being rewritten. Nothing was overwritten; please rewrite it again.';

/** The five steps; nothing is stored before the last. */
const runSteps = async (
  desk: Desk,
  job: JobHandle,
  { article, guide, viewer }: { article: Article; guide: StyleGuide; viewer: Viewer },
) => {
  const { ai } = desk;
  const note = (step: JobEvent['step'], message: string) =>
    job.note({ step, level: 'info', message });
  await note('fetching', 'Fetching the original content');
  const source = await fetchSource(desk, article);
  if (source.problem) {
    const message = `The original page could not be used (${source.problem}); working from the stored text`;
    await job.note({ step: 'fetching', level: 'warning', message });
  }

  await note('enhancing', 'Enhancing the content');
  const text = cleanSource(source.text);
  await job.keepSource({ from: source.from, text });
  const categories = await listCategories(desk.db, desk.news.reader, viewer);

  await note('calling', `Calling the AI service (${ai.model})`);
  const siteName = desk.settings.SITE_NAME;
  const response = await ai.generate(viewer, {
    name: 'rewritten_article',
    schema: rewriteResponse,
    ...makeRewritePrompt({ siteName, guide, article, source: text, categories }),
  });
  const links = [
    article.originalUrl ?? '',
    ...linksIn(source.text),
    ...linksIn(article.originalContent),
  ];
  const allowed = new Set(links.flatMap((link) => canonicalUrl(link) ?? []));
  const clean = await cleanRewrite(response, allowed);

  await note('seo', 'Generating SEO metadata');
  const seo = await scoreSeo(desk, {
    collection: 'news',
    id: article.id,
    title: clean.rewrittenTitle,
    content: clean.rewrittenContent,
    slug: article.slug,
    imageAlt: article.imageUrl ? (article.imageAlt ?? '') : undefined,
    metaTitle: clean.metaTitle,
    metaDescription: clean.metaDescription,
  });
  const record = {
    model: ai.model,
    styleGuideId: guide.id,
    styleGuideName: guide.name,
    styleGuideVersion: guide.version,
    at: new Date().toISOString(),
    // The guard of near-copies measures it as it is stored.
    overlap: 0,
    tooClose: false,
  };
  const saved = await desk.news.writer.update(
    viewer,
    { id: article.id, version: article.version },
    {
      ...clean,
      category: clean.category ?? article.category,
      metaTitle: seo.metaTitle,
      metaDescription: seo.metaDescription,
      isRewritten: true,
      acceptedFields: [],
      rewriteRecord: record,
      // The only status that a rewrite may set, regardless of the response.
      ...(article.status === 'draft' ? { status: 'rewritten' } : {}),
    },
  );
  return { article: saved, seo };
};

const explain = (error: unknown): AppError | null => {
  if (!(error instanceof AppError)) return null;
  if (error.code !== 'changed') return error;
  return new AppError('changed', CHANGED_MEANWHILE, { extra: error.extra ?? {} });
};

/** Rewrites one article by the active style guide; a failure leaves it as it was. */
export const rewriteArticle = async (desk: Desk, id: number, viewer: Viewer) => {
  if (!desk.ai.isConfigured) throw notConfigured(AI_NOT_CONFIGURED);
  const article = await desk.news.reader.byId(viewer, id);
  if (!article) throw notFound('Article');
  if (article.status === 'published') throw new AppError('conflict', IS_PUBLISHED);
  const guides = await desk.guides.reader.list({ viewer });
  const guide = guides.find(({ isActive }) => isActive);
  if (!guide) throw new AppError('conflict', NO_GUIDE);
  const job = await desk.jobs.start('rewrite', { subject: id, title: article.title, viewer });
  try {
    const result = await runSteps(desk, job, { article, guide, viewer });
    const message = result.article.rewriteRecord?.tooClose
      ? 'Article rewritten, but it is too close to the original'
      : 'Article rewritten successfully';
    await job.finish('done', message);
    return { message, article: result.article, seo: result.seo, steps: job.steps };
  } catch (error) {
    const explained = explain(error);
    await job.finish(
      'failed',
      explained?.message ?? 'Something went wrong on our side. Please try again.',
    );
    if (!explained) throw error;
    throw new AppError(explained.code, explained.message, {
      extra: { ...explained.extra, steps: job.steps },
      ...(explained.headers ? { headers: explained.headers } : {}),
      cause: error,
    });
  }
};
