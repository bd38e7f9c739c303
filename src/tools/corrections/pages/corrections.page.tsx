import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { partOf, pathQuery } from '#site/api/queries.ts';
import { type Crumb, collectionLd } from '#site/head/page-head.ts';
import { type ListPageInfo, listStates } from '#site/list/list-page.tsx';
import { loadPage, type PageSearch, readPageSearch } from '#site/list/list-route.ts';
import { ListPages } from '#site/list/list-states.tsx';
import { PageFrame } from '#site/list/page-frame.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SomethingWrong } from '#ui/external-link.tsx';
import { GONE, type Ledger, NONE, PER_PAGE, sayCounts, sayDecision } from '../ledger-words.ts';

const LIST = {
  path: '/corrections',
  overline: 'Directory',
  title: 'Corrections',
  description:
    'What readers reported as wrong in this guide to family office software, what we decided and why, and how long it took.',
  error: 'The ledger could not be loaded. Please try again later.',
  way: { href: hrefTo('/'), label: 'Return Home' },
  jsonLd: collectionLd,
} satisfies ListPageInfo<Crumb, PageSearch>;

const ledgerQuery = (page?: number) => pathQuery('/api/corrections/ledger', partOf(page, PER_PAGE));

export const Route = createFileRoute('/corrections')({
  ...listStates(LIST),
  validateSearch: readPageSearch,
  loaderDeps: ({ search }) => ({ page: search.page }),
  loader: async ({ context: { queryClient }, deps }) => {
    await loadPage(queryClient.ensureQueryData(ledgerQuery(deps.page)), deps);
    return [];
  },
  component: CorrectionsPage,
});

function CorrectionsPage() {
  const search = Route.useSearch();
  const { data: ledger } = useSuspenseQuery(ledgerQuery(search.page));
  return (
    <PageFrame page={LIST}>
      <p className="mb-8 max-w-measure text-sm text-soft">
        {sayCounts(ledger)} Names, addresses and what readers wrote are never shown.{' '}
        <SomethingWrong about="/" />
      </p>
      {ledger.items.length === 0 ? <EmptyState text={NONE} /> : <Entries ledger={ledger} />}
      <ListPages list={LIST} search={search} total={ledger.total} size={PER_PAGE} />
    </PageFrame>
  );
}

function Entries({ ledger }: { ledger: Ledger }) {
  return (
    <ol className="border-t border-line text-sm">
      {ledger.items.map((entry) => (
        <li
          key={entry.id}
          className="grid gap-x-8 gap-y-1 border-b border-line py-3 sm:grid-cols-[7rem_minmax(0,1fr)]"
        >
          <time dateTime={entry.decidedOn} className="text-faint tabular-nums">
            {formatDate(entry.decidedOn)}
          </time>
          <div className="min-w-0 wrap-anywhere">
            {entry.page ? (
              <a href={entry.page.path} className="text-link">
                {entry.page.title}
              </a>
            ) : (
              GONE
            )}
            <span className="block font-medium">
              No. {entry.id}: {sayDecision(entry)}, received on{' '}
              <time dateTime={entry.receivedOn}>{formatDate(entry.receivedOn)}</time>
            </span>
            {entry.reason && <span className="block text-soft">{entry.reason}</span>}
          </div>
        </li>
      ))}
    </ol>
  );
}
