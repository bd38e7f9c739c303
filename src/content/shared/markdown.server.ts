import { createHash } from 'node:crypto';
import rehypeSanitize, { type Options as Schema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkBreaks from 'remark-breaks';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { type Processor, unified } from 'unified';
import { createLru } from '#platform/lru.ts';
import type { TermIndex } from './auto-link.server.ts';
import { type HtmlContent, type HtmlTree, makeElement, makeText } from './hast.ts';
import { linkTerms } from './link-terms.server.ts';
import { isWithinBounds } from './markdown-bounds.server.ts';
import { finishTree } from './markdown-finish.server.ts';

export interface MarkdownOptions {
  /** The glossary to link; left out, nothing is linked. */
  terms?: TermIndex | undefined;
  /** The slug of the glossary term whose page this is. */
  ownSlug?: string | undefined;
  /** Levels to add to each heading, for a text that stands below an h2 of its page. */
  headingShift?: number | undefined;
  /** Starts every id, so that two texts on one page never share one. */
  idPrefix?: string | undefined;
}

/** Only what markdown itself can make, and nothing that an author names freely. */
const SCHEMA: Schema = {
  tagNames:
    'a blockquote br code del em h1 h2 h3 h4 h5 h6 hr img input li ol p pre section strong sup table tbody td th thead tr ul'.split(
      ' ',
    ),
  attributes: {
    a: ['href', 'title', 'id', 'ariaLabel', ['className', 'data-footnote-backref']],
    code: [['className', /^language-[\w-]{1,40}$/]],
    h2: [['className', 'sr-only']],
    img: ['src', 'alt', 'title'],
    input: ['checked'],
    li: ['id', ['className', 'task-list-item']],
    ol: ['start'],
    section: [['className', 'footnotes']],
    td: ['align'],
    th: ['align'],
    ul: [['className', 'contains-task-list']],
  },
  protocols: { href: ['http', 'https'], src: ['http', 'https'] },
  // Ids come from footnotes alone, and carry our prefix already.
  clobber: [],
};

/** Raw HTML is not markup here: '<b>' is four characters of text (P18.02). */
function showHtmlAsText(this: Processor): void {
  const data = this.data();
  data.micromarkExtensions ??= [];
  data.micromarkExtensions.push({ disable: { null: ['htmlFlow', 'htmlText'] } });
}

function makeProcessor(idPrefix: string) {
  return unified()
    .use(remarkParse)
    .use(showHtmlAsText)
    .use(remarkGfm)
    .use(remarkBreaks)
    .use(remarkRehype, { clobberPrefix: idPrefix })
    .use(rehypeSanitize, SCHEMA)
    .use(rehypeStringify)
    .freeze();
}

const DEFAULT_PREFIX = 'section-';
const defaultProcessor = makeProcessor(DEFAULT_PREFIX);
const kept = createLru<string>({
  maxBytes: 32 * 1024 * 1024,
  sizeOf: (html, key) => 2 * (html.length + key.length) + 100,
});

/** Finished, sanitised HTML of a markdown text, kept until the text or the glossary changes. */
export function renderMarkdown(
  source: string | null | undefined,
  options: MarkdownOptions = {},
): string {
  if (!source?.trim()) return '';
  const { terms, ownSlug, headingShift = 0, idPrefix = DEFAULT_PREFIX } = options;
  const key = createHash('sha256')
    .update(JSON.stringify([terms?.version ?? null, ownSlug ?? null, headingShift, idPrefix]))
    .update(source)
    .digest('base64');
  const known = kept.get(key);
  if (known !== undefined) return known;

  const tree = parseMarkdown(source, idPrefix);
  finishTree(tree, { headingShift, idPrefix });
  if (terms) linkTerms(tree, { terms, ownSlug });
  const html = defaultProcessor.stringify(tree);
  kept.set(key, html);
  return html;
}

function parseMarkdown(source: string, idPrefix: string): HtmlTree {
  if (!isWithinBounds(source)) return makeParagraphs(source);
  const processor = idPrefix === DEFAULT_PREFIX ? defaultProcessor : makeProcessor(idPrefix);
  try {
    return processor.runSync(processor.parse(source));
  } catch (error) {
    // A text that exhausts the parser's stack is still a text.
    if (error instanceof RangeError) return makeParagraphs(source);
    throw error;
  }
}

function makeParagraphs(source: string): HtmlTree {
  const paragraphs = source.split(/\n[ \t\r]*\n/).map((text) => text.trim());
  return {
    type: 'root',
    children: paragraphs
      .filter((text) => text !== '')
      .map((text) => makeElement('p', {}, breakLines(text))),
  };
}

function breakLines(text: string): HtmlContent[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      index === 0 ? [makeText(line)] : [makeElement('br', {}, []), makeText(`\n${line}`)],
    );
}
