import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import type { ResponseOf } from '#client/api-calls.ts';
import { hrefTo } from '#client/href-to.ts';
import { Evidence, StrengthLegend } from '#content/shared/coverage/evidence.tsx';
import { ItemLink } from '#content/shared/item-link.tsx';
import { stringifySearch } from '#platform/stringify-search.ts';
import { counted } from '#platform/words.ts';
import { loadOrNotFound, pathQuery } from '#site/api/queries.ts';
import { breadcrumbLd, collectionLd, HOME, notFoundHead, pageHead } from '#site/head/page-head.ts';
import { hrefOfPage, type ListInfo } from '#site/list/list-route.ts';
import { ListError, NoSuchPage } from '#site/list/list-states.tsx';
import { ListLoading, PageFrame } from '#site/list/page-frame.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { ChipLink } from '#ui/chip.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { ScrollTable } from '#ui/scroll-table.tsx';
import { MAX_CHOSEN } from '../site.ts';
import { MatrixChooser } from './matrix-chooser.tsx';
import { type MatrixSearch, readMatrixSearch } from './matrix-search.ts';

const LIST: ListInfo = {
  path: '/features/matrix',
  title: 'Feature Matrix',
  trail: [{ label: 'Features', href: hrefTo('/features') }],
  description:
    'Which family office software documents which feature: vendors by the features of one category, each cell with the page that was read and the day it was checked.',
  lead: 'Vendors by the features of one category, or by the needs that you choose. Each mark opens what was read, where and when; a dash is not confirmed. That is silence, not absence: most vendors for family offices publish little. Who knows of a manual can send its address with "Something wrong?" on the profile.',
};

/** As many as one screen holds; the page says how many it leaves out. */
const asked = ({ category, f, v }: MatrixSearch) => ({
  category: f ? undefined : category,
  feature: f?.slice(0, MAX_CHOSEN),
  vendor: v?.slice(0, MAX_CHOSEN),
});
const matrixQuery = (search: MatrixSearch) =>
  pathQuery('/api/coverage-matrix', { ...asked(search), page: search.page });
const namesQuery = pathQuery('/api/vendor-names');

export const Route = createFileRoute('/features/matrix')({
  validateSearch: readMatrixSearch,
  loaderDeps: ({ search }) => readMatrixSearch(search),
  loader: async ({ context: { queryClient }, deps, location }) => {
    const [matrix] = await Promise.all([
      loadOrNotFound(queryClient, location, matrixQuery(deps)),
      queryClient.ensureQueryData(namesQuery),
    ]);
    if (deps.page && matrix.vendors.length === 0) throw notFound();
    return matrix.rows.map(({ feature }) => ({
      name: feature.name,
      path: hrefTo('/features/$slug', { slug: feature.slug }),
    }));
  },
  head: ({ match, loaderData: entries = [] }) => {
    const { search, context, status } = match;
    const { site } = context;
    const path = hrefOfPage(LIST, search, search.page ?? 1);
    if (status === 'notFound') return notFoundHead(site, 'Page Not Found', path);
    const name = search.category ? `${LIST.title}: ${search.category}` : LIST.title;
    const { description } = LIST;
    return pageHead({
      site,
      path,
      title: `${name} - ${site.name}`,
      description,
      noindex: search.page !== undefined || Boolean(search.f || search.v),
      jsonLd: [
        collectionLd(site, { name, description, path }, entries),
        breadcrumbLd(site, [
          HOME,
          { name: 'Features', path: hrefTo('/features') },
          { name: LIST.title, path: LIST.path },
        ]),
      ],
    });
  },
  component: MatrixPage,
  pendingComponent: () => <ListLoading list={LIST} />,
  errorComponent: () => (
    <ListError list={LIST} way={{ href: hrefTo('/features'), label: 'All features' }}>
      Error loading the matrix. Please try again later.
    </ListError>
  ),
  notFoundComponent: MatrixNotFound,
});

function MatrixNotFound() {
  const search = Route.useSearch();
  if (search.page) return <NoSuchPage list={LIST} />;
  return (
    <PageFrame page={LIST}>
      <EmptyState
        text={`There is no category ${search.category}.`}
        action={<ButtonLink href={LIST.path}>First category</ButtonLink>}
      />
    </PageFrame>
  );
}

function MatrixPage() {
  const search = Route.useSearch();
  const { data: matrix } = useSuspenseQuery(matrixQuery(search));
  const { data: names } = useSuspenseQuery(namesQuery);
  const { category, choices, missing, rows, total, pages } = matrix;
  const { f, v } = search;
  const title = f ? 'Chosen needs' : category;
  return (
    <PageFrame page={LIST}>
      <nav aria-label="Categories" className="no-print border-t border-heavy pt-5">
        <ul className="flex flex-wrap gap-2">
          {choices.map(({ category: name }) => (
            <li key={name}>
              <ChipLink
                href={hrefTo('/features/matrix', {}, { category: name, v })}
                selected={name === category}
              >
                {name}
              </ChipLink>
            </li>
          ))}
        </ul>
      </nav>
      <MatrixChooser key={JSON.stringify([f, v])} search={search} choices={choices} names={names} />
      <div className="mt-5 mb-3 flex min-h-11 flex-wrap items-center justify-between gap-x-8 gap-y-2">
        <h2 className="text-h3 font-semibold">{title}</h2>
        <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
          <LiveCount>{sayCount(search, total)}</LiveCount>
          <ButtonLink
            size="sm"
            className="no-print"
            href={`/api/coverage-matrix.csv${stringifySearch({ ...asked(search), category: f ? undefined : category })}`}
            download
          >
            Download CSV
          </ButtonLink>
        </div>
      </div>
      <MatrixHints search={search} missing={missing} />
      {total === 0 || rows.length === 0 ? (
        <EmptyState text="No page that we have read says anything of these features yet." />
      ) : (
        <>
          <StrengthLegend className="mb-4" />
          <MatrixTable title={title} matrix={matrix} />
        </>
      )}
      <Pagination
        page={search.page ?? 1}
        pages={pages}
        hrefFor={(page) => hrefOfPage(LIST, search, page)}
      />
    </PageFrame>
  );
}

const sayCount = ({ v }: MatrixSearch, total: number): string => {
  if (v) return counted(total, 'chosen vendor', 'chosen vendors');
  return `${counted(total, 'vendor has', 'vendors have')} evidence here`;
};

/** Chosen items that are not in the table. */
function MatrixHints({ search, missing }: { search: MatrixSearch; missing: readonly string[] }) {
  const over = [search.f, search.v].map((list) => (list?.length ?? 0) > MAX_CHOSEN);
  return (
    <>
      {over.includes(true) && (
        <p className="mb-3 text-sm text-warn">
          One screen holds {MAX_CHOSEN} needs and {MAX_CHOSEN} vendors: the first {MAX_CHOSEN} are
          shown.
        </p>
      )}
      {missing.length > 0 && (
        <p className="mb-3 text-sm text-warn">Not found: {missing.join(', ')}.</p>
      )}
    </>
  );
}

type Matrix = ResponseOf<'get', '/api/coverage-matrix'>;

/** So many columns a screen shows by heads that lie across; more stand upright. */
const ACROSS = 7;

const HEAD = 'inline-block min-h-6 hover:text-accent hover:underline';

/** Vendors down, features across, a mark in each cell. */
function MatrixTable({ title, matrix }: { title: string; matrix: Matrix }) {
  const { vendors, rows } = matrix;
  return (
    <ScrollTable
      label={`${title}, by vendor`}
      caption={`${title}: what each vendor documents. Each mark opens its evidence.`}
      marks={rows.length > ACROSS ? 'upright' : 'across'}
      heads={[
        'Vendor',
        ...rows.map(({ feature }) => (
          <ItemLink key={feature.slug} to="/features" item={feature} className={HEAD} />
        )),
      ]}
    >
      {vendors.map((vendor, index) => (
        <tr key={vendor.slug}>
          <th scope="row">
            <ItemLink to="/vendors" item={vendor} className={HEAD} />
          </th>
          {rows.map(({ feature, cells }) => (
            <td key={feature.slug}>
              <Evidence
                cell={cells[index] ?? null}
                isBare
                about={`/vendors/${vendor.slug}#${feature.slug}`}
              />
            </td>
          ))}
        </tr>
      ))}
    </ScrollTable>
  );
}
