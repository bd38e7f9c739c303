import type { AnyRouteMatch, AnyRouter } from '@tanstack/react-router';
import { escapeHtml } from '#ui/still/escape-html.ts';

type Attributes = Record<string, string | undefined>;

/** What one route says of the head. */
interface RouteHead {
  meta?: Attributes[];
  links?: Attributes[];
  headScripts?: Attributes[];
}

/** The router names attributes as React does. */
const NAMES: Record<string, string> = { charSet: 'charset', crossOrigin: 'crossorigin' };

const writeAttributes = (attributes: Attributes): string => {
  let html = '';
  for (const name in attributes) {
    const value = attributes[name];
    if (value === undefined || name === 'children') continue;
    html += ` ${NAMES[name] ?? name}="${escapeHtml(value)}"`;
  }
  return html;
};

const writeMeta = (tag: Attributes): string =>
  tag.title === undefined
    ? `<meta${writeAttributes(tag)}>`
    : `<title>${escapeHtml(tag.title)}</title>`;

/** React looks for a stylesheet of its own by this mark. */
const STYLE_MARK = ' data-precedence="default"';

const writeLink = (link: Attributes): string =>
  `<link${writeAttributes(link)}${link.rel === 'stylesheet' ? STYLE_MARK : ''}>`;

const writeScript = (script: Attributes, mark: string): string =>
  `<script${writeAttributes(script)}${mark}>${script.children ?? ''}</script>`;

const nameOf = ({ title, name, property }: Attributes): string | undefined =>
  title === undefined ? (name ?? property) : 'title';

/** The inner page has the last word on its title and on every tag that has a name. */
const isOverruled = (tag: Attributes, inner: readonly RouteHead[]): boolean => {
  const name = nameOf(tag);
  return name !== undefined && inner.some(({ meta }) => meta?.some((own) => nameOf(own) === name));
};

/**
 * The head of a page, written from what its routes say: first what all pages share, so that a browser knows at once how
 * to read and what to fetch. The router's own component takes it over in the browser; on the server it compares each tag
 * with every other.
 */
export const writeHead = (router: AnyRouter): string | null => {
  const matches = router.state.matches as (AnyRouteMatch & RouteHead)[];
  // Which tags are left when a page failed or was not found is the router's own affair.
  if (matches.length < 2 || matches.some(({ status }) => status !== 'success')) return null;
  const { nonce } = router.options.ssr ?? {};
  const mark = nonce === undefined ? '' : ` nonce="${escapeHtml(nonce)}"`;
  let html = '';
  matches.forEach(({ meta = [], links = [], headScripts = [] }, depth) => {
    const inner = matches.slice(depth + 1);
    for (const tag of meta) if (!isOverruled(tag, inner)) html += writeMeta(tag);
    for (const link of links) html += writeLink(link);
    for (const script of headScripts) html += writeScript(script, mark);
  });
  return html;
};
