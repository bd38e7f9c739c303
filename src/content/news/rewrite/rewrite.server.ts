import type { StyleGuide } from '#content/style-guides/style-guides.collection.ts';
import { AI_NOT_CONFIGURED } from '#modules/ai/ai.server.ts';
import { scoreSeo } from '#modules/seo-generation/seo.server.ts';
import { AppError, notConfigured, orNotFound } from '#platform/errors.ts';
import { askOutside } from '#platform/for-person.server.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { FetchFailed, FetchRefused } from '#platform/guarded-fetch-errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import { listCategories } from '../categories.routes.server.ts';
import type { Desk } from '../desk.server.ts';
import { canonicalUrl } from '../feeds/canonical-url.ts';
import type { JobEvent } from '../jobs/job-event.ts';
import type { JobHandle } from '../jobs/jobs.server.ts';
import type { Article } from '../news.collection.ts';
import { readArticleInThread } from '../text/read-in-thread.server.ts';
import { cleanRewrite, linksIn } from './clean-rewrite.server.ts';
import { measureOverlap } from './overlap.ts';
import { makeRewritePrompt, rewriteResponse } from './rewrite-prompt.server.ts';

const MAX_BYTES = 3 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const MIN_LENGTH = 200;
/** Limit of a model's input; a longer article is cut at its end. */
const MAX_SOURCE = 40_000;

const BOILERPLATE =
  /^(?:share (?:this|on)\b|subscribe\b|sign up\b|read more\b|related (?:articles|stories|posts)\b|advertisement\b|follow us\b|click here\b|cookie|all rights reserved|copyright\b|©).{0,160}$/i;

/** Without the lines that stand around every article, and within a length. */
const cleanSource = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !BOILERPLATE.test(line.replace(/[*_#>[\]-]/g, '').trim()))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, MAX_SOURCE);

const loadPage = async (url: string, allowHosts: readonly string[]): Promise<string> => {
  const response = await guardedFetch(url, {
    accept: 'text/html, application/xhtml+xml',
    maxBytes: MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    allowHosts,
  });
  if (response.status !== 200) throw new FetchFailed(`The page answered ${response.status}`);
  const contentType = response.headers.get('content-type');
  if (contentType && !/html|xml/i.test(contentType))
    throw new FetchFailed('The page is no web page');
  const markdown = await readArticleInThread({
    bytes: response.bytes,
    contentType,
    url: response.url,
  });
  if (markdown.length < MIN_LENGTH) throw new FetchFailed('No article was found on the page');
  return markdown;
};

/** The original page where it can be had, else the stored text. */
const fetchSource = async (desk: Desk, article: Article) => {
  const stored = (problem: string) =>
    ({ from: 'stored', text: article.originalContent, problem }) as const;
  const url = article.originalUrl;
  if (!url || url.startsWith('/')) return stored('The article has no original address');
  try {
    // A job goes on when its client has gone: the panel shows what came of it.
    const text = await askOutside(() => loadPage(url, desk.settings.FETCH_ALLOW_HOSTS));
    // A page behind a wall shows less than the feed did.
    return text.length >= article.originalContent.length / 2
      ? ({ from: 'page', text, problem: null } as const)
      : stored('The page shows less than the feed');
  } catch (error) {
    if (error instanceof FetchFailed || error instanceof FetchRefused) return stored(error.message);
    throw error;
  }
};

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
  const siteName = desk.settings.site.siteName;
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
    ...measureOverlap([text, article.originalContent], clean.rewrittenContent),
  };
  const { writer } = desk.news;
  const change = {
    ...clean,
    category: clean.category ?? article.category,
    metaTitle: seo.metaTitle,
    metaDescription: seo.metaDescription,
    isRewritten: true,
    rewriteRecord: record,
    // The only status that a rewrite may set, regardless of the response.
    ...(article.status === 'draft' ? { status: 'rewritten' as const } : {}),
  };
  const saved = await writer.inTransaction((tx) =>
    writer.update(tx, viewer, { id: article.id, version: article.version }, change),
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
  const article = orNotFound(await desk.news.reader.byId(viewer, id), 'Article');
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
