import type { ReactNode } from 'react';
import { ButtonLink } from '#ui/button.tsx';
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
