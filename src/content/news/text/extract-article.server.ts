import { Readability } from '@mozilla/readability';
import { parseHTML } from 'linkedom';
import { withoutControls } from './clean-text.ts';
import { nodeToMarkdown, type TextNode } from './html-to-markdown.server.ts';

export interface ExtractedArticle {
  title: string | null;
  byline: string | null;
  markdown: string;
}

const MAX_ELEMENTS = 30_000;
const MAX_LENGTH = 100_000;

/** The article of a web page, without what stands around it. */
export const extractArticle = (html: string, url: string): ExtractedArticle => {
  const { document } = parseHTML(html);
  const base = document.createElement('base');
  base.setAttribute('href', url);
  document.head?.append(base);
  const found = new Readability<TextNode>(document as unknown as Document, {
    maxElemsToParse: MAX_ELEMENTS,
    serializer: (node) => node as unknown as TextNode,
  }).parse();
  if (!found?.content) return { title: null, byline: null, markdown: '' };
  return {
    title: found.title ?? null,
    byline: found.byline ?? null,
    markdown: withoutControls(nodeToMarkdown(found.content, url)).slice(0, MAX_LENGTH),
  };
};
