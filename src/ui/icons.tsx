import { clsx } from 'clsx';
import * as lucide from 'lucide';
import type { SVGAttributes } from 'react';

type IconProps = Pick<SVGAttributes<SVGSVGElement>, 'className' | 'aria-hidden'>;

export type IconComponent = (props: IconProps) => React.JSX.Element;

const markupOf = (node: lucide.IconNode): string =>
  node
    .map(([tag, attributes]) => {
      const written = Object.entries(attributes).map(([name, value]) => `${name}="${value}"`);
      return `<${tag} ${written.join(' ')}/>`;
    })
    .join('');

/** One element with finished markup inside: a page has dozens of them, and React need not look into each. */
export const icon = (node: lucide.IconNode): IconComponent => {
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

export const ArrowDown = /* @__PURE__ */ icon(lucide.ArrowDown);
export const ArrowLeft = /* @__PURE__ */ icon(lucide.ArrowLeft);
export const ArrowRight = /* @__PURE__ */ icon(lucide.ArrowRight);
export const ArrowUp = /* @__PURE__ */ icon(lucide.ArrowUp);
export const Bookmark = /* @__PURE__ */ icon(lucide.Bookmark);
export const Building2 = /* @__PURE__ */ icon(lucide.Building2);
export const Check = /* @__PURE__ */ icon(lucide.Check);
export const ChevronDown = /* @__PURE__ */ icon(lucide.ChevronDown);
export const ChevronRight = /* @__PURE__ */ icon(lucide.ChevronRight);
export const ExternalLink = /* @__PURE__ */ icon(lucide.ExternalLink);
export const Menu = /* @__PURE__ */ icon(lucide.Menu);
export const Monitor = /* @__PURE__ */ icon(lucide.Monitor);
export const Moon = /* @__PURE__ */ icon(lucide.Moon);
export const Newspaper = /* @__PURE__ */ icon(lucide.Newspaper);
export const Pencil = /* @__PURE__ */ icon(lucide.Pencil);
export const Plus = /* @__PURE__ */ icon(lucide.Plus);
export const Rss = /* @__PURE__ */ icon(lucide.Rss);
export const Search = /* @__PURE__ */ icon(lucide.Search);
export const Sun = /* @__PURE__ */ icon(lucide.Sun);
export const X = /* @__PURE__ */ icon(lucide.X);
