import { canonicalUrl } from '#content/news/feeds/canonical-url.ts';
import { cutAtWord, oneLine, withoutControls } from '#content/news/text/clean-text.ts';
import { stripMarks } from '#content/shared/excerpt.ts';
import { AppError } from '#platform/errors.ts';
import { isSafeLink } from '#platform/safe-link.ts';
import type { RewriteAnswer } from './rewrite-answer.ts';

const MAX_CONTENT = 100_000;
const MIN_WORDS = 20;

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

/** Addresses that stand in a text, whatever marks them. */
export const linksIn = (text: string): string[] =>
  Array.from(text.matchAll(/https?:\/\/[^\s<>()"'\]]+/gi), (match) => match[0]);

/** An address with at most one pair of parentheses inside, as markdown has it, and its title. */
const ADDRESS = /\(\s*<?((?:[^()\s>]|\([^()\s]*\))*)>?(?:\s[^()\n]*)?\)/.source;
const IMAGE = new RegExp(`!\\[([^[\\]]*)\\]${ADDRESS}`, 'g');
const LINK = new RegExp(`\\[([^[\\]]*)\\]${ADDRESS}`, 'g');
const TARGET = new RegExp(`\\]${ADDRESS}`, 'g');

/** A rewritten text may link to what its source links to and to our own pages: nothing is invented. */
export const checkLinks = (markdown: string, allowed: ReadonlySet<string>): string => {
  const isAllowed = (url: string) =>
    isSafeLink(url) && (url.startsWith('/') || allowed.has(canonicalUrl(url) ?? ''));
  return (
    markdown
      .replace(IMAGE, '$1')
      .replace(/^[ \t]*\[[^[\]\n]+\]:[ \t]*\S+.*$/gm, '')
      .replace(LINK, (_all, label: string, url: string) =>
        isAllowed(url) ? `[${label}](${url})` : label,
      )
      // What is left has brackets in its label; its words stay, its address goes.
      .replace(TARGET, (all, url: string) => (isAllowed(url) ? all : ']'))
      // A bare address would become a link by itself.
      .replace(/(?<!\]\()\bhttps?:\/\/([^\s<>()[\]]+)/gi, (all, rest: string) =>
        isAllowed(all.replace(/[.,;:!?]+$/, '')) ? all : rest.replace(/^www\./i, ''),
      )
      .replace(/(?<![/\w.])www\.(?=\w)/gi, '')
  );
};

interface CleanRewrite {
  rewrittenTitle: string;
  rewrittenContent: string;
  excerpt: string;
  category: string | null;
  tags: string[];
  metaTitle: string;
  metaDescription: string;
}

/** An answer made fit to be stored: words and markdown, within every limit. */
export const cleanRewrite = (answer: RewriteAnswer, allowed: ReadonlySet<string>): CleanRewrite => {
  const body = withoutControls(answer.content.replace(/\r\n?/g, '\n')).slice(0, MAX_CONTENT);
  const content = checkLinks(withoutHtml(body), allowed)
    // A page has one first heading, and it is the title.
    .replace(/^[ \t]*#[ \t]+/gm, '## ')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  const title = plain(answer.title, 200);
  if (title === '' || content.split(/\s+/).length < MIN_WORDS) {
    throw new AppError('upstream', 'The answer of the AI service has no article in it');
  }
  const tags = answer.tags.map((tag) => plain(tag, 60)).filter((tag) => tag !== '');
  return {
    rewrittenTitle: title,
    rewrittenContent: content,
    excerpt: plain(answer.excerpt, 300) || plain(content, 250),
    category: plain(answer.category, 100) || null,
    tags: [...new Set(tags)].slice(0, 8),
    metaTitle: plain(answer.metaTitle, 60),
    metaDescription: plain(answer.metaDescription, 160),
  };
};
