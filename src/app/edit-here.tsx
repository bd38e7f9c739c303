import { useQuery } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { adminHref } from '#admin/address.ts';
import { hasRole, type Role } from '#platform/roles.ts';
import { apiGet } from '#site/api/api-client.ts';
import { Pencil } from '#ui/icons.tsx';

/** The link from a public page to its form, for users who may change it. */
export function EditHere({ user }: { user: { role: Role } }) {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { data } = useQuery({
    queryKey: ['/api/desk-search/page', path],
    queryFn: () => apiGet('/api/desk-search/page', { path }),
    enabled: hasRole(user, 'editor'),
    retry: false,
  });
  if (!data?.item) return null;
  const { collection, id, label } = data.item;
  return (
    <a
      href={adminHref({ name: collection }, id)}
      className="fixed bottom-4 left-4 z-40 inline-flex min-h-11 items-center gap-2 border border-rule bg-raised px-4 text-sm font-medium shadow-float hover:text-accent print:hidden"
    >
      <Pencil aria-hidden className="size-4" />
      Edit<span className="sr-only"> this {label}</span>
    </a>
  );
}
