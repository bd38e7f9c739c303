import { findArticle, parsePage } from '#modules/page-text/parse-page.server.ts';
import { withoutControls } from '#platform/text/clean-text.ts';
import { htmlToMarkdown } from './html-to-markdown.server.ts';

const MAX_LENGTH = 100_000;

const htmlOf = (node: Node) => ('innerHTML' in node ? String(node.innerHTML) : '');

/** The article of a web page as markdown; empty where there is none. */
export const extractArticle = (html: string, url: string): string => {
  const document = parsePage(html, url);
  const found = document && findArticle(document, htmlOf);
  return withoutControls(htmlToMarkdown(found?.content ?? '', url)).slice(0, MAX_LENGTH);
};
