import type { Organization, WebSite, WithContext } from 'schema-dts';
import type { SiteInfo } from '#site/site-info.ts';

/** Who publishes this, and what the site is. */
export const homeLd = (
  site: SiteInfo,
  description: string,
): [WithContext<WebSite>, WithContext<Organization>] => [
  {
    '@context': 'https://schema.org',
    '@type': 'WebSite',
    name: site.name,
    url: site.url,
    description,
  },
  {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: site.name,
    url: site.url,
    logo: `${site.url}/icon-512.png`,
  },
];
