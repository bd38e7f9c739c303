import type { CardResponse } from '#client/api-calls.ts';

export type PageRow = CardResponse<'pages'>;

/** A page matches by its title or its slug, whatever the case (spec, Pages tab). */
export const matchPages = <T extends Pick<PageRow, 'title' | 'slug'>>(
  pages: readonly T[],
  term: string,
): T[] => {
  const wanted = term.trim().toLowerCase();
  return pages.filter(
    ({ title, slug }) =>
      title.toLowerCase().includes(wanted) || slug.toLowerCase().includes(wanted),
  );
};

export const hasStatus = (page: Pick<PageRow, 'isPublished'>, status: string): boolean =>
  status === '' || page.isPublished === (status === 'published');

const COMPARE: Record<string, (a: PageRow, b: PageRow) => number> = {
  title: (a, b) => a.title.localeCompare(b.title),
  '-title': (a, b) => b.title.localeCompare(a.title),
  updatedAt: (a, b) => a.updatedAt.localeCompare(b.updatedAt),
  '-updatedAt': (a, b) => b.updatedAt.localeCompare(a.updatedAt),
  '-createdAt': (a, b) => b.createdAt.localeCompare(a.createdAt),
};

export const sortPages = (pages: readonly PageRow[], sort: string): PageRow[] => {
  const compare = COMPARE[sort];
  return compare ? pages.toSorted(compare) : [...pages];
};
