import type { ReactNode } from 'react';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Container } from '#ui/container.tsx';
import { PageHeader } from '#ui/headings.tsx';
import { SkeletonCards } from '#ui/skeleton.tsx';

export interface FrameInfo {
  /** A word that neither the title nor the trail says. */
  overline?: string;
  title: string;
  /** Under the title; a list without one shows its description there. */
  lead?: string;
  description?: string;
  /** Breadcrumbs between home and the page. */
  trail?: readonly { label: string; href: string }[];
  /** Where a feed reader follows the page. */
  feed?: string;
  /** The first is the one that most visitors want. */
  actions?: readonly { href: string; label: string }[];
}

export function PageFrame({ page, children }: { page: FrameInfo; children: ReactNode }) {
  const { overline, title, description, lead = description, actions, feed, trail = [] } = page;
  return (
    <Container>
      {trail.length > 0 && <Breadcrumbs items={[{ label: 'Home', href: '/' }, ...trail]} />}
      <PageHeader
        overline={overline}
        title={title}
        lead={<p>{lead}</p>}
        meta={
          feed && (
            <a href={feed} type="application/rss+xml" className="text-link">
              Follow by RSS feed
            </a>
          )
        }
        actions={actions?.map(({ href, label }, index) => (
          <ButtonLink key={href} href={href} variant={index === 0 ? 'primary' : 'secondary'}>
            {label}
          </ButtonLink>
        ))}
      />
      {children}
    </Container>
  );
}

interface ListLoadingProps {
  list: FrameInfo;
  count?: number;
  columns?: 2 | 3;
  picture?: boolean;
}

export function ListLoading({ list, count = 6, columns = 3, picture = false }: ListLoadingProps) {
  return (
    <PageFrame page={list}>
      <SkeletonCards count={count} columns={columns} picture={picture} />
    </PageFrame>
  );
}
