import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { adminKey } from '#admin/api/admin-queries.ts';
import { type Me, MeContext } from '#admin/me.ts';
import { ActivityLine, type Entry } from './activity-line.tsx';

const entry: Entry = {
  id: 1,
  at: '2026-11-16T09:00:00.000Z',
  actorId: 1,
  actorEmail: 'nora@example.com',
  action: 'review changed',
  collection: null,
  itemId: null,
  title: 'A text',
  version: null,
  details: { state: 'in review', assignee: null },
  address: null,
  agent: null,
};
const nora = { id: 1, email: 'nora@example.com', firstName: 'Nora', lastName: 'Field' };
const paula = { id: 2, email: 'paula@example.com', firstName: 'Paula', lastName: 'Stone' };

const show = (change: Partial<Entry>, me: Me | null = null, among: Entry[] = []) => {
  const queryClient = new QueryClient();
  queryClient.setQueryData(adminKey('/api/users'), [nora, paula]);
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MeContext value={me}>
        <ActivityLine entry={{ ...entry, ...change }} among={among} />
      </MeContext>
    </QueryClientProvider>,
  );
};

it('leaves out what is empty', () => {
  expect(show({})).toContain('state: in review');
  expect(show({})).not.toContain('assignee');
});

it('31.4 names people, not addresses, in its title and its details', () => {
  const html = show({ action: 'role changed', title: 'paula@example.com', details: null });
  expect(html).toContain('changed the role of Paula Stone');
  const { email } = paula;
  const failed = show({ collection: 'faq', details: { scheduledBy: email, takenOverFrom: email } });
  expect(failed).toContain('scheduled by: Paula Stone; taken over from: Paula Stone');
  expect(html + failed).not.toContain('@example.com');
});

it('31.7 offers to undo a bulk edit to its maker and to publishers, until it is undone', () => {
  const edit: Partial<Entry> = { action: 'changed', collection: 'faq', details: { edit: 7 } };
  const as = (id: number, role: Me['role']): Me => ({ ...nora, profileImageUrl: null, id, role });
  const undone: Entry = { ...entry, action: 'restored', details: { edit: 7 } };
  expect(show(edit, as(1, 'editor'))).toContain('Undo');
  expect(show(edit, as(1, 'editor'))).not.toContain('edit: 7');
  expect(show(edit, as(2, 'publisher'))).toContain('Undo');
  expect(show(edit, as(2, 'editor'))).not.toContain('Undo');
  expect(show(edit, as(1, 'editor'), [undone])).not.toContain('Undo');
});

it('leads to a release that is there', () => {
  const release = { collection: 'releases', itemId: 7, title: 'Spring' };
  const made = show({ ...release, action: 'release published' });
  expect(made).toContain('<a href="/admin/releases?release=7" class="text-link">Spring</a>');
  expect(show({ ...release, action: 'release deleted' })).not.toContain(
    '/admin/releases?release=7',
  );
});
