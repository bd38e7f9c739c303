import { parseHTML } from 'linkedom';
import { isSafeLink } from '#platform/safe-link.ts';

/** The part of a DOM node that the conversion reads. */
export interface TextNode {
  readonly nodeType: number;
  readonly localName?: string;
  readonly textContent: string | null;
  readonly childNodes: Iterable<TextNode>;
  getAttribute?(name: string): string | null;
}

const ELEMENT = 1;
const TEXT = 3;
/** Beyond this a text is nested by a machine, not by an author: its words are kept, its marks not. */
const MAX_DEPTH = 60;

const SILENT = new Set(
  'script style noscript template iframe object embed svg math form button input select textarea nav img video audio canvas head title'.split(
    ' ',
  ),
);
const BLOCKS = new Set(
  'p div section article main header footer aside figure figcaption address dl dd dt details summary table thead tbody tfoot tr fieldset'.split(
    ' ',
  ),
);
const HEADINGS: Record<string, string> = {
  h1: '##',
  h2: '##',
  h3: '###',
  h4: '####',
  h5: '####',
  h6: '####',
};

const MAX_NESTING = 400;
const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr|p|li|td|th|tr)$/i;

/** Parsing costs the square of the depth; text that deep has no structure worth keeping. */
const isTooDeep = (html: string): boolean => {
  let depth = 0;
  for (const [tag, close, name = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^<>]*>/gi)) {
    if (VOID.test(name) || tag.endsWith('/>')) continue;
    depth = close ? Math.max(0, depth - 1) : depth + 1;
    if (depth > MAX_NESTING) return true;
  }
  return false;
};

/** For the parser: as it is, or its words alone. */
const bodyOf = (html: string) => (isTooDeep(html) ? html.replace(/<[^<>]*>/g, ' ') : html);

const looksLikeHtml = (text: string) => /<\/?[a-z][^<>]{0,2000}>|&#?\w{2,8};/i.test(text);

/** Marks that would mean something in markdown are kept as the characters they were. */
const escapeMarks = (text: string) =>
  text
    .replace(/[\\`*[\]]/g, '\\$&')
    .replace(/(^|\W)_|_(?=\W|$)/g, (mark) => mark.replace('_', '\\_'));

const fold = (text: string) => text.replace(/[ \t\r\n\f\u00a0]+/g, ' ');

/** Words of a paragraph that would start a list, a quote or a heading do not. */
const guardStart = (line: string) =>
  line.replace(/^(\s*)(#{1,6}\s|[>+-]\s|\d{1,9}[.)]\s)/, '$1\\$2');

interface Context {
  base: string | undefined;
  depth: number;
}

const childrenOf = (node: TextNode, context: Context): string => {
  const inner = { ...context, depth: context.depth + 1 };
  if (inner.depth > MAX_DEPTH) return escapeMarks(fold(node.textContent ?? ''));
  let text = '';
  for (const child of node.childNodes) text += convert(child, inner);
  return text;
};

const linkOf = (node: TextNode, context: Context): string => {
  const label = childrenOf(node, context);
  const href = node.getAttribute?.('href')?.trim() ?? '';
  if (label.trim() === '' || /\n/.test(label.trim()) || !URL.canParse(href, context.base))
    return label;
  const url = new URL(href, context.base).href;
  if (!isSafeLink(url) || url.length > 1000) return label;
  return `[${label.trim()}](${url.replaceAll('(', '%28').replaceAll(')', '%29')})`;
};

const listOf = (node: TextNode, context: Context, isOrdered: boolean): string => {
  const lines: string[] = [];
  for (const child of node.childNodes) {
    if (child.nodeType !== ELEMENT) continue;
    const words = childrenOf(child, context)
      .trim()
      .replace(/\n{2,}/g, '\n')
      .replace(/\n/g, '\n  ');
    if (words !== '') lines.push(`${isOrdered ? `${lines.length + 1}.` : '-'} ${words}`);
  }
  return `\n\n${lines.join('\n')}\n\n`;
};

const wrap = (mark: string, text: string) => {
  const inner = text.trim();
  if (inner === '' || inner.includes('\n')) return text;
  return text.replace(inner, () => `${mark}${inner}${mark}`);
};

const convert = (node: TextNode, context: Context): string => {
  if (node.nodeType === TEXT) return escapeMarks(fold(node.textContent ?? ''));
  const name = node.localName?.toLowerCase();
  if (node.nodeType !== ELEMENT || !name || SILENT.has(name)) return '';
  if (name === 'br') return '\n';
  if (name === 'hr') return '\n\n---\n\n';
  if (name === 'a') return linkOf(node, context);
  if (name === 'ul' || name === 'ol') return listOf(node, context, name === 'ol');
  if (name === 'pre')
    return `\n\n\`\`\`\n${(node.textContent ?? '').replaceAll('```', "'''").trim()}\n\`\`\`\n\n`;
  const text = childrenOf(node, context);
  const heading = HEADINGS[name];
  if (heading) return `\n\n${heading} ${fold(text).trim()}\n\n`;
  if (name === 'blockquote') return `\n\n${text.trim().replace(/^/gm, '> ')}\n\n`;
  if (name === 'strong' || name === 'b') return wrap('**', text);
  if (name === 'em' || name === 'i') return wrap('*', text);
  if (name === 'td' || name === 'th') return `${text.trim()} `;
  if (BLOCKS.has(name) || name === 'li') return `\n\n${guardStart(text.trim())}\n\n`;
  return text;
};

const tidy = (markdown: string) =>
  markdown
    .replace(/[ \t]+$/gm, '')
    .replace(/^ (?! )/gm, '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

export const nodeToMarkdown = (node: TextNode, base?: string): string =>
  tidy(childrenOf(node, { base, depth: 0 }));

/** The words of a page or a feed entry as markdown: no raw HTML, no images, links that are safe. */
export const htmlToMarkdown = (source: string, base?: string): string => {
  if (!looksLikeHtml(source)) {
    return tidy(
      source
        .replace(/\r\n?/g, '\n')
        .split('\n')
        .map((line) => guardStart(escapeMarks(line)))
        .join('\n'),
    );
  }
  const { document } = parseHTML(`<!doctype html><html><body>${bodyOf(source)}</body></html>`);
  return nodeToMarkdown(document.body as unknown as TextNode, base);
};

const BOUNDARIES = /<\/?(?:p|div|br|li|h[1-6]|tr|td|blockquote)\b[^<>]{0,2000}>/gi;

/** The words alone, on one line. */
export const htmlToPlain = (source: string): string => {
  if (!looksLikeHtml(source)) return fold(source).trim();
  const spaced = source.replace(BOUNDARIES, ' $&');
  const { document } = parseHTML(`<!doctype html><html><body>${bodyOf(spaced)}</body></html>`);
  for (const silent of document.querySelectorAll('script,style,template,noscript')) silent.remove();
  return fold(document.body.textContent ?? '').trim();
};
