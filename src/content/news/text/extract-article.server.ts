import { findArticle, parsePage } from '#modules/page-text/parse-page.server.ts';
import { withoutControls } from '#platform/text/clean-text.ts';
import { htmlToMarkdown } from './html-to-markdown.server.ts';

export interface ExtractedArticle {
  title: string | null;
  byline: string | null;
  markdown: string;
}

const MAX_LENGTH = 100_000;

const htmlOf = (node: Node) => ('innerHTML' in node ? String(node.innerHTML) : '');

/** The article of a web page as markdown. */
export const extractArticle = (html: string, url: string): ExtractedArticle => {
  const document = parsePage(html, url);
  const found = document && findArticle(document, htmlOf);
  if (!found?.content) return { title: null, byline: null, markdown: '' };
  return {
    title: found.title ?? null,
    byline: found.byline ?? null,
    markdown: withoutControls(htmlToMarkdown(found.content, url)).slice(0, MAX_LENGTH),
  };
};
