import { Readability } from '@mozilla/readability';
import { parsePage } from '#modules/outside-html/parse-page.server.ts';
import { withoutControls } from '#platform/text/clean-text.ts';
import { htmlToMarkdown } from './html-to-markdown.server.ts';

const MAX_LENGTH = 100_000;
/** Readability walks a page many times, and each element's ancestors. Its own bound does not work with this parser. */
const MAX_ELEMENTS = 5000;

const htmlOf = (node: Node) => ('innerHTML' in node ? String(node.innerHTML) : '');

/** The article of a web page as markdown; empty where there is none. */
export const extractArticle = (html: string, url: string): string => {
  const document = parsePage(html, url);
  const isReadable = document && document.querySelectorAll('*').length <= MAX_ELEMENTS;
  const found = isReadable ? new Readability(document, { serializer: htmlOf }).parse() : null;
  return withoutControls(htmlToMarkdown(found?.content ?? '', url)).slice(0, MAX_LENGTH);
};
