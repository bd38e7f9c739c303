import { AppError } from '#platform/errors.ts';
import { cutAtWord, oneLine, withoutControls } from '#platform/text/clean-text.ts';
import { countMarkdownWords } from '#platform/text/count-words.ts';
import { stripMarks } from '#platform/text/excerpt.ts';
import { inOutsideThread, TaskEnded } from '#platform/threads.server.ts';
import type { LinkTask } from './outside-links-worker.server.ts';
import type { RewriteResponse } from './rewrite-prompt.server.ts';

const MAX_CONTENT = 100_000;
const MIN_WORDS = 20;

const keepAllowedLinks = inOutsideThread<LinkTask, string | null>(
  new URL('./outside-links-worker.server.ts', import.meta.url),
);

/**
 * Elements whose words are no words for a reader, then every other tag. A search for an end stops at
 * the next beginning of its kind, so that a text of beginnings alone is read once.
 */
const withoutHtml = (text: string): string =>
  text
    .replace(
      /<(script|style|iframe|template|noscript)\b[^<>]*>(?:(?!<\1\b)[\s\S])*?<\/\1\s*>/gi,
      '',
    )
    .replace(/<!--(?:(?!<!--)[\s\S])*?-->/g, '')
    .replace(/<\/?[a-z][^<>]*>/gi, '');

const plain = (text: string, max: number) => cutAtWord(oneLine(stripMarks(withoutHtml(text))), max);

/** Addresses in a text, in any markup. */
export const linksIn = (text: string): string[] =>
  Array.from(text.matchAll(/https?:\/\/[^\s<>()"'\]]+/gi), (match) => match[0]);

/** A rewritten text may link to its source's links and to our own pages: nothing is invented. */
const checkLinks = async (markdown: string, allowed: ReadonlySet<string>): Promise<string> => {
  const checked = await keepAllowedLinks({ markdown, allowed }).catch((error: unknown) => {
    if (error instanceof TaskEnded) return null;
    throw error;
  });
  if (checked !== null) return checked;
  throw new AppError(
    'upstream',
    'The response of the AI service hides links that cannot be removed',
  );
};

/** A response made fit to be stored: words and markdown, within every limit. */
export const cleanRewrite = async (response: RewriteResponse, allowed: ReadonlySet<string>) => {
  const body = withoutControls(response.content.replace(/\r\n?/g, '\n')).slice(0, MAX_CONTENT);
  const text = withoutHtml(body)
    // A page has one first heading, and it is the title.
    .replace(/^[ \t]*#[ \t]+/gm, '## ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  // Last of all: trimming may turn indented code into a link.
  const content = await checkLinks(text, allowed);
  const title = plain(response.title, 200);
  if (title === '' || countMarkdownWords(content) < MIN_WORDS) {
    throw new AppError('upstream', 'The response of the AI service has no article in it');
  }
  const tags = response.tags.map((tag) => plain(tag, 60)).filter((tag) => tag !== '');
  return {
    rewrittenTitle: title,
    rewrittenContent: content,
    excerpt: plain(response.excerpt, 300) || plain(content, 250),
    category: plain(response.category, 100) || null,
    tags: [...new Set(tags)].slice(0, 8),
    metaTitle: plain(response.metaTitle, 60),
    metaDescription: plain(response.metaDescription, 160),
  };
};
