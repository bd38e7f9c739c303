import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { hrefOfPage, type ListInfo, type PageSearch } from './list-route.ts';
import { type FrameInfo, PageFrame } from './page-frame.tsx';

interface ListErrorProps {
  list: FrameInfo;
  children: ReactNode;
  /** Where a visitor can go on meanwhile. */
  way?: { href: string; label: string };
}

export function ListError({ list, children, way }: ListErrorProps) {
  return (
    <PageFrame page={list}>
      <ErrorText action={way && <ButtonLink href={way.href}>{way.label}</ButtonLink>}>
        {children}
      </ErrorText>
    </PageFrame>
  );
}

/** A page number that the list does not reach, with the way back to its beginning. */
export function NoSuchPage({ list }: { list: ListInfo }) {
  const search = useSearch({ strict: false });
  return (
    <PageFrame page={list}>
      <EmptyState
        text={`This list has no page ${search.page}.`}
        action={<ButtonLink href={hrefOfPage(list, search, 1)}>First page</ButtonLink>}
      />
    </PageFrame>
  );
}

interface ListPagesProps {
  list: ListInfo;
  search: PageSearch;
  total: number;
  size: number;
}

/** Links to the other pages of a list, with the filters of this one. */
export function ListPages({ list, search, total, size }: ListPagesProps) {
  return (
    <Pagination
      page={search.page ?? 1}
      pages={Math.ceil(total / size)}
      hrefFor={(page) => hrefOfPage(list, search, page)}
    />
  );
}
