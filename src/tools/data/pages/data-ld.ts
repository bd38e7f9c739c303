import type { Dataset, WithContext } from 'schema-dts';
import type { ResponseOf } from '#client/api-calls.ts';
import type { SiteInfo } from '#site/site-info.ts';

export type OpenData = ResponseOf<'get', '/api/data'>;

const MEDIA_TYPES = { csv: 'text/csv', json: 'application/json' };

export const dataLd = (
  site: SiteInfo,
  page: { name: string; description: string; path: string },
  [data]: readonly OpenData[],
): WithContext<Dataset> => ({
  '@context': 'https://schema.org',
  '@type': 'Dataset',
  name: page.name,
  description: page.description,
  url: site.url + page.path,
  ...(data ? { license: data.license.path } : {}),
  isAccessibleForFree: true,
  creator: { '@type': 'Organization', name: site.name, url: site.url },
  ...(data?.changed ? { version: data.changed.slice(0, 10), dateModified: data.changed } : {}),
  distribution: Object.keys(data?.rows ?? {}).flatMap((name) =>
    Object.entries(MEDIA_TYPES).map(([format, encodingFormat]) => ({
      '@type': 'DataDownload' as const,
      name: `${name}.${format}`,
      encodingFormat,
      contentUrl: `${site.url}/data/${name}.${format}`,
    })),
  ),
});
