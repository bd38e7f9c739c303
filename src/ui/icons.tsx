import {
  ArrowDown as arrowDownNode,
  ArrowLeft as arrowLeftNode,
  ArrowRight as arrowRightNode,
  ArrowUp as arrowUpNode,
  Building2 as building2Node,
  Check as checkNode,
  ChevronDown as chevronDownNode,
  ChevronLeft as chevronLeftNode,
  ChevronRight as chevronRightNode,
  CircleAlert as circleAlertNode,
  Coins as coinsNode,
  ExternalLink as externalLinkNode,
  Eye as eyeNode,
  EyeOff as eyeOffNode,
  type IconNode,
  Layers3 as layers3Node,
  LayoutGrid as layoutGridNode,
  LoaderCircle as loaderCircleNode,
  Menu as menuNode,
  Monitor as monitorNode,
  Moon as moonNode,
  Newspaper as newspaperNode,
  Pencil as pencilNode,
  Play as playNode,
  Plus as plusNode,
  Puzzle as puzzleNode,
  RotateCcw as rotateCcwNode,
  Rss as rssNode,
  Search as searchNode,
  Sun as sunNode,
  Trash2 as trash2Node,
  TriangleAlert as triangleAlertNode,
  Upload as uploadNode,
  X as xNode,
  ZoomIn as zoomInNode,
  ZoomOut as zoomOutNode,
} from 'lucide';
import type { SVGAttributes } from 'react';
import { cn } from './cn.ts';

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
const icon = (node: IconNode): IconComponent => {
  const markup = { __html: markupOf(node) };
  return function Icon({ className, ...rest }) {
    return (
      <svg
        viewBox="0 0 24 24"
        {...rest}
        className={cn('icon', className)}
        dangerouslySetInnerHTML={markup}
      />
    );
  };
};

export const ArrowDown = /* @__PURE__ */ icon(arrowDownNode);
export const ArrowLeft = /* @__PURE__ */ icon(arrowLeftNode);
export const ArrowRight = /* @__PURE__ */ icon(arrowRightNode);
export const ArrowUp = /* @__PURE__ */ icon(arrowUpNode);
export const Building2 = /* @__PURE__ */ icon(building2Node);
export const Check = /* @__PURE__ */ icon(checkNode);
export const ChevronDown = /* @__PURE__ */ icon(chevronDownNode);
export const ChevronLeft = /* @__PURE__ */ icon(chevronLeftNode);
export const ChevronRight = /* @__PURE__ */ icon(chevronRightNode);
export const CircleAlert = /* @__PURE__ */ icon(circleAlertNode);
export const Coins = /* @__PURE__ */ icon(coinsNode);
export const ExternalLink = /* @__PURE__ */ icon(externalLinkNode);
export const Eye = /* @__PURE__ */ icon(eyeNode);
export const EyeOff = /* @__PURE__ */ icon(eyeOffNode);
export const Layers3 = /* @__PURE__ */ icon(layers3Node);
export const LayoutGrid = /* @__PURE__ */ icon(layoutGridNode);
export const LoaderCircle = /* @__PURE__ */ icon(loaderCircleNode);
export const Menu = /* @__PURE__ */ icon(menuNode);
export const Monitor = /* @__PURE__ */ icon(monitorNode);
export const Moon = /* @__PURE__ */ icon(moonNode);
export const Newspaper = /* @__PURE__ */ icon(newspaperNode);
export const Pencil = /* @__PURE__ */ icon(pencilNode);
export const Play = /* @__PURE__ */ icon(playNode);
export const Plus = /* @__PURE__ */ icon(plusNode);
export const Puzzle = /* @__PURE__ */ icon(puzzleNode);
export const RotateCcw = /* @__PURE__ */ icon(rotateCcwNode);
export const Rss = /* @__PURE__ */ icon(rssNode);
export const Search = /* @__PURE__ */ icon(searchNode);
export const Sun = /* @__PURE__ */ icon(sunNode);
export const Trash2 = /* @__PURE__ */ icon(trash2Node);
export const TriangleAlert = /* @__PURE__ */ icon(triangleAlertNode);
export const Upload = /* @__PURE__ */ icon(uploadNode);
export const X = /* @__PURE__ */ icon(xNode);
export const ZoomIn = /* @__PURE__ */ icon(zoomInNode);
export const ZoomOut = /* @__PURE__ */ icon(zoomOutNode);
