import { Link } from '@tanstack/react-router';
import { parseSearch } from '#site/search-params.ts';
import type { AppLinkProps } from '#ui/link-context.tsx';

/** Site paths as the content names them: the router matches them when they are followed. */
export function SiteLink({ href, ...rest }: AppLinkProps) {
  const [path = '/', hash] = href.split('#');
  const [pathname = '/', query] = path.split('?');
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
