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

it('leaves out what is empty', () => {
  const html = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ActivityLine entry={entry} />
    </QueryClientProvider>,
  );
  expect(html).toContain('state: in review');
  expect(html).not.toContain('assignee');
});
