import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { adminKey } from '#admin/api/admin-queries.ts';
import { ActivityLine, type Entry } from './activity-line.tsx';

const entry: Entry = {
  id: 1,
  at: '2026-11-16T09:00:00.000Z',
  actorId: 1,
  actorEmail: 'nora@example.com',
  action: 'setting changed',
  collection: null,
  itemId: null,
  title: 'A text',
  version: null,
  details: { state: 'on', reason: null },
  address: null,
  agent: null,
};
const nora = { id: 1, email: 'nora@example.com', firstName: 'Nora', lastName: 'Field' };
const paula = { id: 2, email: 'paula@example.com', firstName: 'Paula', lastName: 'Stone' };

const show = (change: Partial<Entry>) => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(adminKey('/api/users'), [nora, paula]);
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <ActivityLine entry={{ ...entry, ...change }} />
    </QueryClientProvider>,
  );
};

it('leaves out what is empty', () => {
  expect(show({})).toContain('state: on');
  expect(show({})).not.toContain('reason');
});

it('31.4 names people, not addresses, in its title and its details', () => {
  const html = show({ action: 'role changed', title: 'paula@example.com', details: null });
  expect(html).toContain('changed the role of Paula Stone');
  const { email } = paula;
  const failed = show({ collection: 'faq', details: { scheduledBy: email, takenOverFrom: email } });
  expect(failed).toContain('scheduled by: Paula Stone; taken over from: Paula Stone');
  expect(html + failed).not.toContain('@example.com');
});
