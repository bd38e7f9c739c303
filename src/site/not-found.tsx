import { useRouteContext, useRouterState } from '@tanstack/react-router';
import { hrefTo } from '#client/href-to.ts';
import { NotFoundScreen } from '#ui/screens.tsx';
import { notFoundHead } from './head/page-head.ts';

export const NOT_FOUND_HEADING = '404 Page Not Found';
const NOT_FOUND_TEXT = "The page you're looking for doesn't exist or has been moved.";

export function NotFoundView() {
  return (
    <NotFoundScreen
      heading={NOT_FOUND_HEADING}
      text={NOT_FOUND_TEXT}
      actions={[
        { href: hrefTo('/'), label: 'Return Home' },
        { href: hrefTo('/vendors'), label: 'Browse vendors' },
        { href: hrefTo('/features'), label: 'Explore features' },
        { href: hrefTo('/compare'), label: 'Compare platforms' },
      ]}
    />
  );
}

export function NotFoundPage() {
  return (
    <>
      <NotFoundHead />
      <NotFoundView />
    </>
  );
}

/** No route stands behind this page, so it writes its head itself; React moves the tags to their place. */
function NotFoundHead() {
  const { site } = useRouteContext({ from: '__root__' });
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const { meta, links } = notFoundHead(site, NOT_FOUND_HEADING, path);
  return (
    <>
      {meta.map((tag) =>
        'title' in tag ? (
          <title key="title">{tag.title}</title>
        ) : (
          <meta key={'name' in tag ? tag.name : tag.property} {...tag} />
        ),
      )}
      {links.map((link) => (
        <link key={link.rel} {...link} />
      ))}
    </>
  );
}
