import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import type { Dataset, WithContext } from 'schema-dts';
import type { ResponseOf } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { counted } from '#platform/words.ts';
import { pathQuery } from '#site/api/queries.ts';
import { type ListPageInfo, listStates } from '#site/list/list-page.tsx';
import type { PageSearch } from '#site/list/list-route.ts';
import { PageFrame } from '#site/list/page-frame.tsx';
import type { SiteInfo } from '#site/site-info.ts';
import { ExternalLink } from '#ui/external-link.tsx';
import { SectionHeading } from '#ui/headings.tsx';
import { CSV_NOTE, RESOURCE_NAMES, RESOURCES, type ResourceName } from '../data-resources.ts';

type OpenData = ResponseOf<'get', '/api/data'>;

const MEDIA_TYPES = { csv: 'text/csv', json: 'application/json' };

const dataLd = (
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

const LIST: ListPageInfo<OpenData, PageSearch> = {
  path: '/data',
  overline: 'Directory',
  title: 'Open Data',
  description:
    'Vendors of family office software, their features, evidence, events and contract terms, as CSV and JSON, free to use with attribution.',
  error: 'Error loading the data. Please try again later.',
  way: { href: hrefTo('/vendors'), label: 'Browse all vendors' },
  jsonLd: dataLd,
};

const dataQuery = pathQuery('/api/data');

export const Route = createFileRoute('/data')({
  ...listStates(LIST),
  loader: async ({ context: { queryClient } }) => [await queryClient.ensureQueryData(dataQuery)],
  component: DataPage,
});

function DataPage() {
  const { data } = useSuspenseQuery(dataQuery);
  const { changed, license, rows } = data;
  return (
    <PageFrame page={LIST}>
      <div className="space-y-14">
        <section className="prose">
          <p>
            {changed && (
              <>
                As of <time dateTime={changed}>{formatDate(changed)}</time>.{' '}
              </>
            )}
            License:{' '}
            <ExternalLink href={license.path}>
              {license.title} ({license.name})
            </ExternalLink>
            . Name this site and link to it; say what you changed. The pages that the coverage cites
            belong to their publishers.
          </p>
          <p>
            The files hold what every reader of the site sees, of published items alone, as it is
            now. A pair of vendor and feature without a row is <em>not confirmed</em>, which is not
            the same as absent: the{' '}
            <a href={hrefTo('/$slug', { slug: 'methodology' })}>methodology</a> tells why. The same
            is there call by call in the <a href="/api/docs">API</a>, and for{' '}
            <a href={hrefTo('/for-machines')}>AI assistants</a>.
          </p>
          <p>
            All files and their columns are described in{' '}
            <a href="/data/datapackage.json">datapackage.json</a>, in the form of{' '}
            <ExternalLink href="https://datapackage.org/">Data Package</ExternalLink>. The CSV files
            differ in one thing. {CSV_NOTE}
          </p>
        </section>
        {RESOURCE_NAMES.map((name) => (
          <Resource key={name} name={name} count={rows[name]} />
        ))}
      </div>
    </PageFrame>
  );
}

function Resource({ name, count }: { name: ResourceName; count: number }) {
  const { title, fields } = RESOURCES[name];
  return (
    <section>
      <SectionHeading title={title} id={name} text={counted(count, 'row', 'rows')} />
      <p className="mb-4 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {['csv', 'json'].map((format) => (
          <a key={format} href={`/data/${name}.${format}`} download className="touch text-link">
            {name}.{format}
          </a>
        ))}
      </p>
      <details className="border-y border-line py-2.5 text-sm">
        <summary className="touch min-h-6 list-none underline decoration-rule underline-offset-4 hover:text-accent">
          {fields.length} columns<span className="sr-only"> of {title}</span>
        </summary>
        <dl className="grid gap-x-8 gap-y-2 pt-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
          {fields.map((field) => (
            <div key={field.name} className="contents">
              <dt className="font-medium">{field.name}</dt>
              <dd className="mb-2 text-soft sm:mb-0">{field.description}</dd>
            </div>
          ))}
        </dl>
      </details>
    </section>
  );
}
