import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { ChangeList, changesQuery } from '#content/shared/changes/change-list.tsx';
import { FEED, feedOf } from '#content/shared/changes/change-words.ts';
import { formatDate } from '#content/shared/format-date.ts';
import { loadOrNotFound } from '#site/api/queries.ts';
import { type Crumb, collectionLd } from '#site/head/page-head.ts';
import { type ListPageInfo, listStates } from '#site/list/list-page.tsx';
import type { PageSearch } from '#site/list/list-route.ts';
import { PageFrame } from '#site/list/page-frame.tsx';
import { NotFoundView } from '#site/not-found.tsx';
import { searchReader, textParam } from '#site/search-params.ts';

const LIST = {
  path: '/changes',
  overline: 'Directory',
  title: 'What Changed About Vendors',
  description:
    'What changed about family office software vendors: owners, price meters, attestations, and features that a page newly confirms or no longer does.',
  feed: FEED,
  error: 'Error loading changes. Please try again later.',
  way: { href: hrefTo('/vendors'), label: 'Browse all vendors' },
  jsonLd: collectionLd,
  isFiltered: ({ vendor }) => vendor !== undefined,
} satisfies ListPageInfo<Crumb, PageSearch & { vendor?: string }>;

export const Route = createFileRoute('/changes')({
  ...listStates(LIST),
  validateSearch: searchReader({ vendor: textParam }),
  loaderDeps: ({ search }) => ({ vendor: search.vendor }),
  loader: async ({ context: { queryClient }, deps, location }) => {
    const { changes } = await loadOrNotFound(queryClient, location, changesQuery(deps.vendor));
    return [...new Map(changes.map(({ vendor }) => [vendor.slug, vendor.name]))].map(
      ([slug, name]) => ({ name, path: hrefTo('/vendors/$slug', { slug }) }),
    );
  },
  component: ChangesPage,
  notFoundComponent: NotFoundView,
});

function ChangesPage() {
  const { vendor } = Route.useSearch();
  const { since, changes } = useSuspenseQuery(changesQuery(vendor)).data;
  const feed = vendor ? feedOf(vendor) : LIST.feed;
  return (
    <PageFrame page={feed ? { ...LIST, feed } : LIST}>
      {changes.length > 0 && <ChangeList changes={changes} showVendor />}
      <p className="mt-8 max-w-measure text-sm text-soft">
        {changes.length === 0 && 'Nothing has changed yet. '}
        {since && (
          <>
            The record begins on <time dateTime={since}>{formatDate(since)}</time>: what a profile
            said on its first day is where it starts, and not a change. New wording does not count.{' '}
          </>
        )}
        {vendor ? (
          <a href={LIST.path} className="text-link">
            Changes of all vendors
          </a>
        ) : (
          <a href={hrefTo('/vendors')} className="text-link">
            All vendors
          </a>
        )}
      </p>
    </PageFrame>
  );
}
