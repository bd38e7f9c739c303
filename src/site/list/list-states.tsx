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
  way?: { href: string; label: string } | undefined;
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

/** Says that the filters are as they were; spoken when it comes. */
export function FilterRefused() {
  return (
    <div className="mt-5">
      <ErrorText>
        That filter could not be applied, so the list is as it was. Please try again.
      </ErrorText>
    </div>
  );
}

interface ListPagesProps {
  list: ListInfo;
  search: PageSearch;
  total: number;
  size: number;
}

export function ListPages({ list, search, total, size }: ListPagesProps) {
  return (
    <Pagination
      page={search.page ?? 1}
      pages={Math.ceil(total / size)}
      hrefFor={(page) => hrefOfPage(list, search, page)}
    />
  );
}
