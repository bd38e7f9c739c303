import { Link, useRouter } from '@tanstack/react-router';
import { parseSearch } from '#site/search-params.ts';
import type { AppLinkProps } from '#ui/link-context.tsx';

/** An address that the router would write no differently. */
const PLAIN = /^\/(?:[\w.~-]+(?:\/[\w.~-]+)*)?$/;

const split = (href: string) => {
  const [path = '/', hash] = href.split('#');
  const [pathname = '/', query] = path.split('?');
  return { pathname, query, hash };
};

/** Nothing is followed on the server, so a plain address needs none of the router's work, only its marks. */
function ServerLink({ href, ...rest }: AppLinkProps) {
  const { location } = useRouter().state;
  const hasSearch = Object.values(location.search).some((value) => value !== undefined);
  const isActive = location.pathname === href && !hasSearch;
  return (
    <a
      {...rest}
      href={href}
      {...(isActive && { 'data-status': 'active', 'aria-current': 'page' })}
    />
  );
}

/** Site paths as the content names them: the router matches them when they are followed. */
export function SiteLink({ href, ...rest }: AppLinkProps) {
  if (import.meta.env.SSR && PLAIN.test(href)) return <ServerLink {...rest} href={href} />;
  const { pathname, query, hash } = split(href);
  const search = query === undefined ? {} : parseSearch(query);
  return (
    <Link
      {...rest}
      to={pathname as '/'}
      search={search as never}
      {...(hash === undefined ? {} : { hash })}
      activeOptions={{ exact: true, includeSearch: true }}
      activeProps={{}}
      inactiveProps={{}}
    />
  );
}
