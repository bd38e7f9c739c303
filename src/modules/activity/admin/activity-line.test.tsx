import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
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

const show = (more: Partial<Entry> = {}) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ActivityLine entry={{ ...entry, ...more }} />
    </QueryClientProvider>,
  );

it('leaves out what is empty', () => {
  expect(show()).toContain('state: in review');
  expect(show()).not.toContain('assignee');
});

it('leads to a release that is there', () => {
  const release = { collection: 'releases', itemId: 7, title: 'Spring' };
  const made = show({ ...release, action: 'release published' });
  expect(made).toContain('<a href="/admin/releases?release=7" class="text-link">Spring</a>');
  expect(show({ ...release, action: 'release deleted' })).not.toContain(
    '/admin/releases?release=7',
  );
});
