import { createFileRoute } from '@tanstack/react-router';
import { apiGet } from '#site/api/api-client.ts';
import { loadOrNotFound } from '#site/api/load.ts';
import { useLoaded } from '#site/api/use-answer.ts';
import { breadcrumbLd } from '#site/head/json-ld.ts';
import { notFoundHead, pageHead } from '#site/head/page-head.ts';
import { ItemLoading } from '#site/item/item-loading.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { Container } from '#ui/container.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import type { MatrixGroup } from '../comparisons.collection.ts';
import { CompareMore } from './compare-more.tsx';
import { ComparisonNotFound, type MissingPair } from './comparison-not-found.tsx';
import { ComparisonTable } from './comparison-table.tsx';
import { type ComparedVendor, VendorPair } from './vendor-pair.tsx';

interface CompareAnswer {
  vendorA: ComparedVendor;
  vendorB: ComparedVendor;
  comparisonMatrix: MatrixGroup[];
}

const compareQuery = (pair: string) => {
  const path = `/api/compare/${encodeURIComponent(pair)}`;
  return { queryKey: [path], queryFn: () => apiGet<CompareAnswer>(`${path}?view=page`) };
};

/** One address per pair: the one in alphabetical order. */
const canonicalPath = ({ vendorA, vendorB }: CompareAnswer) =>
  `/compare/${[vendorA.slug, vendorB.slug].sort().join('-vs-')}`;

export const Route = createFileRoute('/compare/$pair')({
  loader: ({ context: { queryClient }, params, location }) =>
    loadOrNotFound(location.pathname, () => queryClient.ensureQueryData(compareQuery(params.pair))),
  head: ({ match, loaderData: answer }) => {
    const { site } = match.context;
    if (!answer) return notFoundHead(site, 'Comparison Not Found');
    const { vendorA, vendorB } = answer;
    const names = `${vendorA.name} vs ${vendorB.name}`;
    return pageHead({
      site,
      path: canonicalPath(answer),
      title: `${names} - ${site.name}`,
      description: `${names}, side by side: company facts, requirements and pricing, features, use cases, integrations and support for family offices, from sourced profiles.`,
      jsonLd: breadcrumbLd(site, [
        { name: 'Compare Tools', path: '/compare' },
        { name: names, path: canonicalPath(answer) },
      ]),
    });
  },
  component: ComparisonPage,
  pendingComponent: ItemLoading,
  notFoundComponent: ({ data }) => (
    <ComparisonNotFound missing={(data ?? null) as MissingPair | null} />
  ),
  errorComponent: () => <ComparisonNotFound missing={null} />,
});

function ComparisonPage() {
  const { pair } = Route.useParams();
  const data = useLoaded(compareQuery(pair));
  const { vendorA, vendorB, comparisonMatrix } = data;
  const names = `${vendorA.name} vs ${vendorB.name}`;
  return (
    <Container>
      <Breadcrumbs items={[{ label: 'Compare Tools', href: '/compare' }, { label: names }]} />
      <PageHeader title={names} lead={<p>What each documents in public, row by row.</p>} />
      <VendorPair vendors={[vendorA, vendorB]} />
      <ComparisonTable vendorA={vendorA} vendorB={vendorB} matrix={comparisonMatrix} />
      <CompareMore />
    </Container>
  );
}
