import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { EXIT, visit } from 'unist-util-visit';
import { canonicalUrl } from '#content/news/feeds/canonical-url.ts';
import { parseMarkdown } from '#content/shared/markdown.server.ts';
import { isSafeLink } from '#platform/safe-link.ts';
import { showHtmlAsText } from '#platform/text/html-as-text.ts';

/** The node fields that the filter reads. */
interface MarkdownNode {
  type: string;
  url?: string;
  alt?: string | null;
  value?: string;
  children?: MarkdownNode[];
}

/** Taking a link out may join its neighbours to another one, which is never an accident. */
const MAX_ROUNDS = 5;
const processor = unified()
  .use(remarkParse)
  .use(showHtmlAsText)
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-' })
  .freeze();

/** No address is written without one of these. */
const MAY_LINK = /[[:&\\]|www/i;

/** A text that cannot be parsed is shown as its words, and they link to nothing. */
const isClean = (markdown: string, isAllowed: (url: string) => boolean): boolean => {
  const tree = MAY_LINK.test(markdown) ? parseMarkdown(markdown) : null;
  if (!tree) return true;
  let isOurs = true;
  visit(tree, 'element', ({ properties: { href, src } }) => {
    const leadsOut = typeof href === 'string' && !href.startsWith('#') && !isAllowed(href);
    isOurs = typeof src !== 'string' && !leadsOut;
    return isOurs || EXIT;
  });
  return isOurs;
};

/** A bare address becomes a link by itself, so its scheme and `www.` are removed. */
const unmark = (text: string): string => {
  const shorter = text.replace(/https?:\/\/|www\./gi, '');
  return shorter === text ? text : unmark(shorter);
};

const unmarkAll = (node: MarkdownNode): MarkdownNode => ({
  ...node,
  ...(node.type === 'text' ? { value: unmark(node.value ?? '') } : {}),
  ...(node.children ? { children: node.children.map(unmarkAll) } : {}),
});

/** The node as it may stand: pictures become their description, other links their words. */
const filterNode = (node: MarkdownNode, isAllowed: (url: string) => boolean): MarkdownNode[] => {
  const children = (node.children ?? []).flatMap((child) => filterNode(child, isAllowed));
  switch (node.type) {
    case 'image':
    case 'imageReference':
      return [{ type: 'text', value: unmark(node.alt ?? '') }];
    case 'definition':
      return isAllowed(node.url ?? '') ? [node] : [];
    case 'link':
      return isAllowed(node.url ?? '') ? [{ ...node, children }] : children.map(unmarkAll);
    case 'linkReference':
      return children.map(unmarkAll);
    default:
      return [node.children ? { ...node, children } : node];
  }
};

/**
 * Leaves of all links those to our own pages and to allowed addresses, and no picture. The finished tree
 * counts, in any spelling: a text is only returned when its tree holds nothing else, else null.
 */
export const keepAllowedLinks = (markdown: string, allowed: ReadonlySet<string>): string | null => {
  const isAllowed = (url: string) =>
    isSafeLink(url) && (url.startsWith('/') || allowed.has(canonicalUrl(url) ?? ''));
  let text = markdown;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (isClean(text, isAllowed)) return text;
    const [root] = filterNode(processor.parse(text) as MarkdownNode, isAllowed);
    text = processor.stringify(root as ReturnType<typeof processor.parse>).trim();
  }
  return isClean(text, isAllowed) ? text : null;
};
