import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { withoutControls } from './clean-text.ts';
import { htmlToMarkdown } from './html-to-markdown.server.ts';

export interface ExtractedArticle {
  title: string | null;
  byline: string | null;
  markdown: string;
}

const MAX_ELEMENTS = 30_000;
const MAX_LENGTH = 100_000;

/** A linkedom document has all that Readability asks of one, under a type of its own. */
const isDocument = (made: object): made is Document => 'createTreeWalker' in made;

/** The article of a web page, without its boilerplate. */
export const extractArticle = (html: string, url: string): ExtractedArticle => {
  const { document } = parseHTML(html);
  const base = document.createElement('base');
  base.setAttribute('href', url);
  document.head?.append(base);
  const found = isDocument(document)
    ? new Readability(document, { maxElemsToParse: MAX_ELEMENTS }).parse()
    : null;
  if (!found?.content) return { title: null, byline: null, markdown: '' };
  return {
    title: found.title ?? null,
    byline: found.byline ?? null,
    markdown: withoutControls(htmlToMarkdown(found.content, url)).slice(0, MAX_LENGTH),
  };
};
