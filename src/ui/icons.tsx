import { clsx } from 'clsx';
import {
  ArrowDown as arrowDownNode,
  ArrowLeft as arrowLeftNode,
  ArrowRight as arrowRightNode,
  ArrowUp as arrowUpNode,
  Bookmark as bookmarkNode,
  Building2 as building2Node,
  Check as checkNode,
  ChevronDown as chevronDownNode,
  ChevronRight as chevronRightNode,
  ExternalLink as externalLinkNode,
  type IconNode,
  Menu as menuNode,
  Monitor as monitorNode,
  Moon as moonNode,
  Newspaper as newspaperNode,
  Pencil as pencilNode,
  Plus as plusNode,
  Rss as rssNode,
  Search as searchNode,
  Sun as sunNode,
  X as xNode,
} from 'lucide';
import type { SVGAttributes } from 'react';

type IconProps = Pick<SVGAttributes<SVGSVGElement>, 'className' | 'aria-hidden'>;

export type IconComponent = (props: IconProps) => React.JSX.Element;

const markupOf = (node: IconNode): string =>
  node
    .map(([tag, attributes]) => {
      const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
      return `<${tag} ${written.join(' ')}/>`;
    })
    .join('');

/** One element with finished markup inside: a page has dozens of them, and React need not look into each. */
export const icon = (node: IconNode): IconComponent => {
  const markup = { __html: markupOf(node) };
  return function Icon({ className, ...rest }) {
    return (
      <svg
        viewBox="0 0 24 24"
        {...rest}
        className={clsx('icon', className)}
        dangerouslySetInnerHTML={markup}
      />
    );
  };
};

export const ArrowDown = /* @__PURE__ */ icon(arrowDownNode);
export const ArrowLeft = /* @__PURE__ */ icon(arrowLeftNode);
export const ArrowRight = /* @__PURE__ */ icon(arrowRightNode);
export const ArrowUp = /* @__PURE__ */ icon(arrowUpNode);
export const Bookmark = /* @__PURE__ */ icon(bookmarkNode);
export const Building2 = /* @__PURE__ */ icon(building2Node);
export const Check = /* @__PURE__ */ icon(checkNode);
export const ChevronDown = /* @__PURE__ */ icon(chevronDownNode);
export const ChevronRight = /* @__PURE__ */ icon(chevronRightNode);
export const ExternalLink = /* @__PURE__ */ icon(externalLinkNode);
export const Menu = /* @__PURE__ */ icon(menuNode);
export const Monitor = /* @__PURE__ */ icon(monitorNode);
export const Moon = /* @__PURE__ */ icon(moonNode);
export const Newspaper = /* @__PURE__ */ icon(newspaperNode);
export const Pencil = /* @__PURE__ */ icon(pencilNode);
export const Plus = /* @__PURE__ */ icon(plusNode);
export const Rss = /* @__PURE__ */ icon(rssNode);
export const Search = /* @__PURE__ */ icon(searchNode);
export const Sun = /* @__PURE__ */ icon(sunNode);
export const X = /* @__PURE__ */ icon(xNode);
