import { COMPANY_PAGES, LEGAL_PAGES } from '#app/slug/fixed-pages.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import type { FooterSectionId } from '#content/pages/pages.collection.ts';
import type { FooterSection, NavLink } from '#ui/chrome/brand.tsx';
import type { NAV_LINKS } from './nav-links.ts';

/** From the types' `site.ts`, by vite.config.ts. */
declare const __NAV_LINKS__: typeof NAV_LINKS;

export const HEADER_LINKS: readonly NavLink[] = __NAV_LINKS__.header;

const pageLink = (slug: string, label: string): NavLink => ({
  href: hrefTo('/$slug', { slug }),
  label,
});

const pageLinks = (labels: Readonly<Record<string, string>>): NavLink[] =>
  Object.entries(labels).map(([slug, label]) => pageLink(slug, label));

/** The 21 fixed links of the spec; pages that ask for it join the section that they name. */
const FOOTER_SECTIONS: readonly (FooterSection & { id: FooterSectionId })[] = [
  {
    id: 'resources',
    title: 'Guide',
    links: __NAV_LINKS__.footer,
  },
  {
    id: 'support',
    title: 'Software',
    links: [
      pageLink('accounting-software', 'Accounting'),
      pageLink('portfolio-management-software', 'Portfolio management'),
      pageLink('reporting-tools-software', 'Reporting tools'),
      pageLink('data-aggregation-software', 'Data aggregation'),
      pageLink('family-office-crm-software', 'Family office CRM'),
      pageLink('best-family-office-software', 'Best software'),
    ],
  },
  {
    id: 'company',
    title: 'Company',
    links: pageLinks(COMPANY_PAGES),
  },
  {
    id: 'legal',
    title: 'Legal',
    links: pageLinks(LEGAL_PAGES),
  },
];

export const footerWith = (
  pages: ResponseOf<'get', '/api/footer-pages'>,
): readonly FooterSection[] => {
  const linked = new Set(FOOTER_SECTIONS.flatMap(({ links }) => links.map(({ href }) => href)));
  const extra = pages.filter(({ slug }) => !linked.has(`/${slug}`));
  return FOOTER_SECTIONS.map(({ id, title, links }) => ({
    title,
    links: [
      ...links,
      ...extra
        .filter(({ footerSection }) => (footerSection ?? 'company') === id)
        .map(({ slug, title: label }) => pageLink(slug, label)),
    ],
  }));
};
