import { parseHTML } from 'linkedom';
import { rehype } from 'rehype';
import rehypeRemark from 'rehype-remark';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import {
  asFragment,
  type HtmlContent,
  type HtmlElement,
  type HtmlTree,
} from '#content/shared/text-blocks.server.ts';
import {
  hasTooMuchMarkup,
  isTooDeep,
  withoutTags,
} from '#modules/outside-html/parse-page.server.ts';
import { isSafeLink } from '#platform/safe-link.ts';

const IGNORED_TAGS = new Set(
  'script style noscript template iframe object embed svg math form button input select textarea nav img picture video audio canvas head title'.split(
    ' ',
  ),
);

/** An article's title stands above its text, so its own headings begin at the second level. */
const HEADINGS: Record<string, string> = { h1: 'h2', h5: 'h4', h6: 'h4' };

const MAX_ADDRESS = 1000;

/** For the parser: as it is, or its words alone. */
const bodyOf = (html: string) =>
  hasTooMuchMarkup(html) || isTooDeep(html) ? withoutTags(html) : html;

const looksLikeHtml = (text: string) => /<\/?[a-z][^<>]{0,2000}>|&#?\w{2,8};/i.test(text);

const fold = (text: string) => text.replace(/[ \t\r\n\f\u00a0]+/g, ' ');

const addressOf = (link: HtmlElement, base: string | undefined): string | null => {
  const href = String(link.properties.href ?? '').trim();
  if (!URL.canParse(href, base)) return null;
  const url = new URL(href, base).href;
  return isSafeLink(url) && url.length <= MAX_ADDRESS ? url : null;
};

/** Drops ignored elements, resolves addresses, and unwraps links that lead nowhere safe. */
const clean = (parent: HtmlTree | HtmlElement, base: string | undefined): void => {
  parent.children = parent.children.flatMap((child): HtmlContent[] => {
    if (child.type === 'text') return [{ ...child, value: child.value.replaceAll('\u00a0', ' ') }];
    if (child.type !== 'element' || IGNORED_TAGS.has(child.tagName)) return [];
    clean(child, base);
    child.tagName = HEADINGS[child.tagName] ?? child.tagName;
    if (child.tagName !== 'a') return [child];
    const href = addressOf(child, base);
    if (href === null) return child.children;
    child.properties = { href };
    return [child];
  });
};

const parser = rehype().data('settings', { fragment: true }).use(rehypeRemark).freeze();

const writer = remark()
  .data('settings', {
    bullet: '-',
    rule: '-',
    emphasis: '*',
    // The site shows a line's end as one: no mark is needed.
    handlers: { break: () => '\n' },
  })
  .use(remarkGfm)
  .freeze();

/** Words without markup: paragraphs, whose signs mean themselves. */
const writePlain = (text: string): string =>
  writer.stringify({
    type: 'root',
    children: text
      .replace(/\r\n?/g, '\n')
      .split(/\n\s*\n/)
      .map((part) => part.trim())
      .filter(Boolean)
      .map((value) => ({ type: 'paragraph', children: [{ type: 'text', value }] })),
  });

export const treeToMarkdown = (tree: HtmlTree): string =>
  writer.stringify(parser.runSync(tree)).trim();

/** The words of a page or a feed entry as markdown: no raw HTML, no images, links that are safe. */
export const htmlToMarkdown = (source: string, base?: string): string => {
  if (!looksLikeHtml(source)) return writePlain(source).trim();
  const tree = asFragment(parser.parse(bodyOf(source)));
  clean(tree, base);
  return treeToMarkdown(tree);
};

const BOUNDARIES = /<\/?(?:p|div|br|li|h[1-6]|tr|td|blockquote)\b[^<>]{0,2000}>/gi;

/** The words alone, on one line. */
export const htmlToPlain = (source: string): string => {
  if (!looksLikeHtml(source)) return fold(source).trim();
  const spaced = source.replace(BOUNDARIES, ' $&');
  const { document } = parseHTML(`<!doctype html><html><body>${bodyOf(spaced)}</body></html>`);
  for (const ignored of document.querySelectorAll('script,style,template,noscript'))
    ignored.remove();
  return fold(document.body.textContent ?? '').trim();
};
