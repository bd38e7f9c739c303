import { useRouter, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FAILED_HEADING } from '#site/head/page-head.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Container } from '#ui/container.tsx';
import { SomethingWrong } from '#ui/external-link.tsx';
import { FailureScreen, NotFoundScreen } from '#ui/screens.tsx';
import { SkeletonPage } from '#ui/skeleton.tsx';
import type { ItemPlace } from './item-head.ts';

interface ItemFrameProps {
  place: Pick<ItemPlace, 'trail'>;
  name: string;
  /** Only an editor ever sees an item that is not published. */
  isDraft?: boolean;
  children: ReactNode;
}

export function ItemFrame({ place, name, isDraft = false, children }: ItemFrameProps) {
  const about = useRouterState({ select: ({ location }) => location.pathname });
  const steps = place.trail.map((crumb) => ({ label: crumb.name, href: crumb.path || '/' }));
  return (
    <Container>
      {isDraft && (
        <p
          role="status"
          className="mt-4 border-l-2 border-accent bg-accent-wash px-4 py-2 text-sm font-medium text-accent"
        >
          Draft preview
        </p>
      )}
      <Breadcrumbs items={[...steps, { label: name }]} />
      {children}
      <p className="mt-12 text-sm">
        <SomethingWrong about={about} />
      </p>
    </Container>
  );
}

export function ItemLoading() {
  return (
    <Container>
      <SkeletonPage />
    </Container>
  );
}

interface ItemMissingProps {
  place: ItemPlace;
  /** Leads to the type's list. */
  back: string;
  children: ReactNode;
}

export function ItemMissing({ place, back, children }: ItemMissingProps) {
  const actions = [{ href: place.folder, label: back }];
  return <NotFoundScreen heading={place.missing} text={children} actions={actions} />;
}

/** For an item whose call failed: it may well be there, and another try may show it. */
export function ItemError() {
  const router = useRouter();
  const href = useRouterState({ select: ({ location }) => location.href });
  return (
    <FailureScreen
      heading={FAILED_HEADING}
      text="The page may well be there, but its content did not arrive."
      action={
        <ButtonLink
          href={href}
          variant="primary"
          onClick={(event) => {
            event.preventDefault();
            void router.invalidate();
          }}
        >
          Try again
        </ButtonLink>
      }
    />
  );
}
