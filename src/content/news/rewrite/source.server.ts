import type { Desk } from '#content/news/desk.server.ts';
import type { Article } from '#content/news/news.collection.ts';
import { readArticleInThread } from '#content/news/text/read-in-thread.server.ts';
import { guardedFetch } from '#platform/guarded-fetch.server.ts';
import { FetchFailed, FetchRefused } from '#platform/guarded-fetch-errors.ts';

const MAX_BYTES = 3 * 1024 * 1024;
const TIMEOUT_MS = 10_000;
const MIN_LENGTH = 200;
/** Limit of a model's input; a longer article is cut at its end. */
const MAX_SOURCE = 40_000;

const BOILERPLATE =
  /^(?:share (?:this|on)\b|subscribe\b|sign up\b|read more\b|related (?:articles|stories|posts)\b|advertisement\b|follow us\b|click here\b|cookie|all rights reserved|copyright\b|©).{0,160}$/i;

/** Without the lines that stand around every article, and within a length. */
export const cleanSource = (text: string): string =>
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
  const { markdown } = await readArticleInThread({
    bytes: response.bytes,
    contentType,
    url: response.url,
  });
  if (markdown.length < MIN_LENGTH) throw new FetchFailed('No article was found on the page');
  return markdown;
};

/** The original page where it can be had, else the stored text. */
export const fetchSource = async (desk: Desk, article: Article) => {
  const stored = (problem: string) =>
    ({ from: 'stored', text: article.originalContent, problem }) as const;
  const url = article.originalUrl;
  if (!url || url.startsWith('/')) return stored('The article has no original address');
  try {
    const text = await loadPage(url, desk.settings.FETCH_ALLOW_HOSTS);
    // A page behind a wall shows less than the feed did.
    return text.length >= article.originalContent.length / 2
      ? ({ from: 'page', text, problem: null } as const)
      : stored('The page shows less than the feed');
  } catch (error) {
    if (error instanceof FetchFailed || error instanceof FetchRefused) return stored(error.message);
    throw error;
  }
};
