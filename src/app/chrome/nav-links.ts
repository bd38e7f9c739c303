import type { NavLink } from '#ui/chrome/brand.tsx';
import { siteList } from '../sites.ts';

const navLinks = (place: 'header' | 'footer'): NavLink[] =>
  siteList
    .flatMap(({ folder, nav }) => {
      const at = nav?.[place];
      if (!nav || !at) return [];
      const label = (place === 'header' && nav.shortLabel) || nav.label;
      return [{ href: folder, label, at }];
    })
    .sort((a, b) => a.at - b.at)
    .map(({ href, label }) => ({ href, label }));

/** Written into the site when it is built, so that no visitor downloads all that a `site.ts` says. */
export const NAV_LINKS = { header: navLinks('header'), footer: navLinks('footer') };
