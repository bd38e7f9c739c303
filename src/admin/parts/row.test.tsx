import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { type Me, MeContext } from '#admin/me.ts';
import type { Role } from '#platform/roles.ts';
import { Rows } from './row.tsx';

const items = [{ id: 1, name: 'Ledger' }];

const shownTo = (role: Role) => {
  const names = { firstName: null, lastName: null, profileImageUrl: null };
  const me: Me = { ...names, id: 1, email: 'nora@example.com', role };
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <MeContext value={me}>
        <Rows
          at="/api/tokens"
          items={items}
          row={({ id, name }) => ({
            key: id,
            title: name,
            offers: [
              { label: 'Show', href: '/admin/faq/1' },
              { label: 'Check', least: 'editor', work: () => Promise.resolve() },
              { label: 'Delete', name: `Delete ${name} for good`, least: 'owner', opens: () => '' },
            ],
          })}
        />
      </MeContext>
    </QueryClientProvider>,
  );
};

it('31 offers of a row what the role may do, each by a name that says what it is for', () => {
  const namesFor = (role: Role) =>
    [...shownTo(role).matchAll(/aria-label="([^"]+)"/g)].map(([, name]) => name);
  expect(namesFor('viewer')).toEqual(['Show: Ledger']);
  expect(namesFor('publisher')).toEqual(['Show: Ledger', 'Check: Ledger']);
  expect(namesFor('owner')).toEqual(['Show: Ledger', 'Check: Ledger', 'Delete Ledger for good']);
});
