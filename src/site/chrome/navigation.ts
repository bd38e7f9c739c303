import type { FooterSection, NavLink } from '#ui/chrome/types.ts';

export const HEADER_LINKS: readonly NavLink[] = [
  { href: '/vendors', label: 'Vendors' },
  { href: '/use-cases', label: 'Use Cases' },
  { href: '/compare', label: 'Compare' },
  { href: '/news', label: 'News' },
];

type SectionId = 'company' | 'resources' | 'support' | 'legal';

/** The 21 fixed links of the spec; pages that ask for it join the section that they name. */
export const FOOTER_SECTIONS: readonly (FooterSection & { id: SectionId })[] = [
  {
    id: 'resources',
    title: 'Guide',
    links: [
      { href: '/vendors', label: 'Vendors' },
      { href: '/features', label: 'Features' },
      { href: '/use-cases', label: 'Use Cases' },
      { href: '/compare', label: 'Compare' },
      { href: '/buyers-guides', label: "Buyer's Guides" },
      { href: '/faq', label: 'FAQ' },
      { href: '/glossary', label: 'Glossary' },
      { href: '/news', label: 'News' },
    ],
  },
  {
    id: 'support',
    title: 'Software',
    links: [
      { href: '/accounting-software', label: 'Accounting' },
      { href: '/portfolio-management-software', label: 'Portfolio management' },
      { href: '/reporting-tools-software', label: 'Reporting tools' },
      { href: '/data-aggregation-software', label: 'Data aggregation' },
      { href: '/family-office-crm-software', label: 'Family office CRM' },
      { href: '/best-family-office-software', label: 'Best software' },
    ],
  },
  {
    id: 'company',
    title: 'Company',
    links: [
      { href: '/about', label: 'About' },
      { href: '/contact', label: 'Contact' },
      { href: '/methodology', label: 'Methodology' },
      { href: '/editorial-guidelines', label: 'Editorial guidelines' },
    ],
  },
  {
    id: 'legal',
    title: 'Legal',
    links: [
      { href: '/privacy-policy', label: 'Privacy policy' },
      { href: '/terms-of-service', label: 'Terms of service' },
      { href: '/disclaimer', label: 'Disclaimer' },
    ],
  },
];

export interface FooterPage {
  slug: string;
  title: string;
  footerSection: string | null;
}

export const footerWith = (pages: readonly FooterPage[]): readonly FooterSection[] => {
  const known = new Set(FOOTER_SECTIONS.flatMap(({ links }) => links.map(({ href }) => href)));
  const extra = pages.filter(({ slug }) => !known.has(`/${slug}`));
  return FOOTER_SECTIONS.map(({ id, title, links }) => ({
    title,
    links: [
      ...links,
      ...extra
        .filter(({ footerSection }) => (footerSection ?? 'company') === id)
        .map((page) => ({ href: `/${page.slug}`, label: page.title })),
    ],
  }));
};
