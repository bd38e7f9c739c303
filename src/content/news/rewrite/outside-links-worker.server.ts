import { CONTINUE, EXIT, SKIP, visit } from 'unist-util-visit';
import { parseMarkdown } from '#content/shared/markdown.server.ts';
import { type HtmlTree, makeText } from '#content/shared/text-blocks.server.ts';
import { isSafeLink } from '#platform/safe-link.ts';
import { canonicalUrl } from '../feeds/canonical-url.ts';
import { treeToMarkdown } from '../text/html-to-markdown.server.ts';

type IsAllowed = (url: string) => boolean;

/** No address is written without one of these. */
const MAY_LINK = /[[:&\\]|www/i;

/** A text that cannot be parsed is shown as its words, and they link to nothing. */
const parse = (markdown: string) => (MAY_LINK.test(markdown) ? parseMarkdown(markdown) : null);

const isClean = (tree: HtmlTree, isAllowed: IsAllowed): boolean => {
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

/** Pictures become their description, other links their words. */
const removeLinks = (tree: HtmlTree, isAllowed: IsAllowed) =>
  visit(tree, (node, index, parent) => {
    if (node.type === 'text') node.value = unmark(node.value);
    if (node.type !== 'element' || index === undefined || !parent) return CONTINUE;
    if (node.tagName === 'img') {
      parent.children[index] = makeText(unmark(String(node.properties.alt ?? '')));
    }
    if (node.tagName !== 'a') return CONTINUE;
    if (isAllowed(String(node.properties.href ?? ''))) return SKIP;
    parent.children.splice(index, 1, ...node.children);
    return index;
  });

/**
 * Leaves of all links those to our own pages and to allowed addresses, and no picture. The finished tree
 * counts, in any spelling: a text is only returned when its tree holds nothing else, else null.
 */
const keepAllowedLinks = (markdown: string, allowed: ReadonlySet<string>): string | null => {
  // A tree spells a backslash as `%5C`, behind which `/\\host` would pass for a path.
  const isAllowed = (url: string) =>
    isSafeLink(url.replaceAll('%5C', '\\')) &&
    (url.startsWith('/') || allowed.has(canonicalUrl(url) ?? ''));
  const tree = parse(markdown);
  if (!tree || isClean(tree, isAllowed)) return markdown;
  removeLinks(tree, isAllowed);
  const text = treeToMarkdown(tree);
  const again = parse(text);
  return !again || isClean(again, isAllowed) ? text : null;
};

export interface LinkTask {
  markdown: string;
  allowed: ReadonlySet<string>;
}

export const work = ({ markdown, allowed }: LinkTask) => keepAllowedLinks(markdown, allowed);
