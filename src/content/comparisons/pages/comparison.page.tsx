import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, redirect } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { stringifySearch } from '#client/stringify-search.ts';
import type { CoverageGroup, CoverageRow } from '#content/shared/coverage/coverage-schema.ts';
import { ItemLinks } from '#content/shared/item-link.tsx';
import { loadParts, pathQuery } from '#site/api/queries.ts';
import { absentHead, breadcrumbLd, pageHead, summaryOf } from '#site/head/page-head.ts';
import { ItemError, ItemLoading } from '#site/item/item-frame.tsx';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Container } from '#ui/container.tsx';
import { PageHeader, SectionHeading } from '#ui/headings.tsx';
import {
  type CompareResponse,
  compareQuery,
  comparisonsOfQuery,
  loadComparison,
} from '../comparisons.query.ts';
import { fromColumns } from '../matrix.ts';
import { addressOf, pairPath, partsOfAddress } from '../site.ts';
import { CHANGE_ID, ChangeVendors } from './choose-vendors.tsx';
import { ComparedVendors, CompareMore, ComparisonNotFound } from './comparison-parts.tsx';
import { type ComparisonSearch, readComparisonSearch } from './comparison-search.ts';
import { ComparisonTable } from './comparison-table.tsx';

const sayShared = (coverage: readonly CoverageGroup[], vendors: number) => {
  const rows = coverage.flatMap((group) => group.rows);
  const shared = rows.filter(({ cells }) => cells.every((cell) => cell?.level === 'documented'));
  const [everyone, all] = vendors > 2 ? ['All', 'all'] : ['Both', 'both'];
  if (shared.length === 0) return `None of ${rows.length} features is documented by ${all}`;
  return `${everyone} document ${shared.length} of ${rows.length} features`;
};

const namesQuery = (find?: string) => pathQuery('/api/vendor-names', { q: find });

const slugsOf = (comparison: CompareResponse) => fromColumns(comparison).map(({ slug }) => slug);

const hrefOf = (slugs: readonly string[], search?: ComparisonSearch): string =>
  hrefTo('/compare/$pair', { pair: addressOf(slugs) }, search);

const namesOf = (comparison: CompareResponse) =>
  fromColumns(comparison)
    .map(({ name }) => name)
    .join(' vs ');

export const Route = createFileRoute('/compare/$pair')({
  validateSearch: readComparisonSearch,
  loaderDeps: ({ search }) => ({ find: search.find }),
  loader: async ({ context: { queryClient }, params, deps, location }) => {
    const comparison = await loadComparison(queryClient, location, compareQuery(params.pair));
    // Three and four have one address; a pair keeps the order in which it was asked for.
    const address = addressOf(slugsOf(comparison));
    if (address !== params.pair) {
      const href = hrefTo('/compare/$pair', { pair: address }) + location.searchStr;
      throw redirect({ href, statusCode: 301 });
    }
    const [first] = fromColumns(comparison);
    await loadParts(
      queryClient,
      namesQuery(deps.find),
      ...(first ? [comparisonsOfQuery(first.id)] : []),
    );
    return { comparison };
  },
  head: ({ match, loaderData }) => {
    const { site } = match.context;
    if (!loaderData) return absentHead(match, 'Comparison Not Found');
    const { comparison } = loaderData;
    const { only } = match.search;
    const names = namesOf(comparison);
    const isPair = slugsOf(comparison).length === 2;
    return pageHead({
      site,
      path: pairPath(slugsOf(comparison)),
      printed: hrefOf(slugsOf(comparison), { only }),
      title: `${names} - ${site.name}`,
      description: summaryOf(
        `${names}, side by side. ${sayShared(comparison.coverage, slugsOf(comparison).length)}; company facts, pricing, integrations and support, from sourced profiles.`,
      ),
      // Readers search for pairs; sets of three and four are endless.
      ...(isPair ? {} : { noindex: 'follow' as const, cardOf: hrefTo('/compare') }),
      jsonLd: breadcrumbLd(site, [
        { name: 'Compare Tools', path: hrefTo('/compare') },
        { name: names, path: pairPath(slugsOf(comparison)) },
      ]),
    });
  },
  component: ComparisonPage,
  pendingComponent: ItemLoading,
  notFoundComponent: ({ data }) => <ComparisonNotFound data={data} />,
  errorComponent: ItemError,
});

function ComparisonPage() {
  const { pair } = Route.useParams();
  const search = Route.useSearch();
  const { only, find } = search;
  const navigate = Route.useNavigate();
  const { data } = useSuspenseQuery(compareQuery(pair));
  const { data: names } = useQuery(namesQuery(find));
  const vendors = fromColumns(data);
  const slugs = slugsOf(data);
  const title = namesOf(data);
  const keepSearch = (next: ComparisonSearch) =>
    navigate({ search: next, replace: true, resetScroll: false });
  /** Of a pair, one is left: that one is chosen in the tool. */
  const hrefWithout = (slug: string) => {
    const rest = slugs.filter((one) => one !== slug);
    return rest.length > 1
      ? hrefOf(rest, { only })
      : hrefTo('/compare', {}, { vendor: rest[0], only });
  };
  return (
    <Container className="comparison-sheet">
      <Breadcrumbs
        items={[{ label: 'Compare Tools', href: hrefTo('/compare') }, { label: title }]}
      />
      <PageHeader
        title={title}
        lead={<p>What each documents in public, row by row.</p>}
        actions={
          <>
            <ButtonLink size="sm" href={`#${CHANGE_ID}`}>
              Add or swap a vendor
            </ButtonLink>
            <ButtonLink
              size="sm"
              href={`/api/comparison.csv${stringifySearch({ of: addressOf(slugs) })}`}
              download
            >
              Download CSV
            </ButtonLink>
          </>
        }
      />
      <Verdict vendors={vendors} coverage={data.coverage} />
      <AnalysisLink vendors={vendors} />
      <section className="compare-rows mb-14">
        <SectionHeading title="Row by row" />
        <ComparisonTable
          key={slugs.join()}
          vendors={vendors}
          compared={data}
          search={search}
          onSearch={keepSearch}
        />
      </section>
      <ComparedVendors vendors={vendors} />
      <ChangeVendors
        key={pair}
        compared={vendors}
        names={names ?? { total: 0, vendors: [] }}
        search={search}
        hrefWithout={hrefWithout}
      />
      <CompareMore />
    </Container>
  );
}

function AnalysisLink({ vendors }: { vendors: readonly { id: number; slug: string }[] }) {
  const { data = [] } = useQuery(comparisonsOfQuery(vendors[0]?.id ?? 0));
  const path = pairPath(vendors.map(({ slug }) => slug));
  const written = data.find(({ slug }) => pairPath(partsOfAddress(slug)) === path);
  if (!written) return null;
  return (
    <p className="no-print mb-8 text-sm">
      <a href={hrefTo('/comparisons/$slug', { slug: written.slug })} className="text-link">
        Read our analysis of this pair
      </a>
    </p>
  );
}

interface VerdictProps {
  vendors: readonly { name: string; slug: string }[];
  coverage: readonly CoverageGroup[];
}

/** How many features that one alone documents are named. */
const NAMED = 4;

const isAt = (row: CoverageRow, column: number, level: 'documented' | 'partial') =>
  row.cells[column]?.level === level;

/** Documented by this one, while no page says so of another: silence, not absence. */
const isAlone = (row: CoverageRow, column: number) =>
  isAt(row, column, 'documented') &&
  row.cells.every((cell, other) => other === column || !cell || cell.level === 'absent');

function Verdict({ vendors, coverage }: VerdictProps) {
  const rows = coverage.flatMap((group) => group.rows);
  const unconfirmed = rows.filter((row) => row.cells.every((cell) => cell === null));
  if (unconfirmed.length === rows.length) return null;
  return (
    <section className="mb-12">
      <SectionHeading
        title="In short"
        text={`${sayShared(coverage, vendors.length)}. For ${unconfirmed.length} no page we read speaks of ${vendors.length > 2 ? 'any of them' : 'either'}. What a page leaves out may still exist: ask.`}
      />
      <ul className="grid gap-x-8 gap-y-6 sm:auto-cols-fr sm:grid-flow-col">
        {vendors.map(({ slug, name }, column) => (
          <li key={slug} className="border-t border-rule pt-3">
            <p className="text-sm">
              <strong className="font-serif text-h3 font-semibold">{name}</strong> documents
            </p>
            <p className="mt-1">
              <span className="font-display text-h1 leading-none font-[550] tabular-nums">
                {rows.filter((row) => isAt(row, column, 'documented')).length}
              </span>{' '}
              <span className="text-sm text-soft">
                features, and {rows.filter((row) => isAt(row, column, 'partial')).length} in part
              </span>
            </p>
            <Alone rows={rows.filter((row) => isAlone(row, column))} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Alone({ rows }: { rows: readonly CoverageRow[] }) {
  const more = rows.length - NAMED;
  if (rows.length === 0) return null;
  return (
    <p className="mt-3 text-sm text-soft">
      Alone here with{' '}
      <ItemLinks
        to="/features"
        items={rows.slice(0, NAMED).map(({ feature }) => feature)}
        className="text-link"
      />
      {more > 0 && ` and ${more} more`}.
    </p>
  );
}
