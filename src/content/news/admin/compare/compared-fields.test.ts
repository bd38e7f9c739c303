import { expect, it } from 'vitest';
import { compareFields, findBefore } from './compared-fields.ts';

const record = (at: string) => ({ at, model: 'm' });
const item = {
  id: 1,
  version: 4,
  createdAt: '',
  updatedAt: '',
  title: 'Old title',
  rewrittenTitle: 'New title',
  rewrittenContent: 'New text',
  excerpt: 'New excerpt',
  tags: ['x', 'y'],
  category: 'Tax',
  rewriteRecord: record('2026-02-02'),
};

it('A5.22 finds the version before the last rewrite, past later edits', () => {
  const revisions = [
    { data: { excerpt: 'Edited since', rewriteRecord: record('2026-02-02') } },
    { data: { excerpt: 'Before', rewriteRecord: null } },
    { data: { excerpt: 'Older', rewriteRecord: null } },
  ];
  expect(findBefore(item, revisions)?.excerpt).toBe('Before');
});

it('A5.22 knows no earlier version of an article that was never rewritten', () => {
  expect(findBefore({ ...item, rewriteRecord: null }, [{ data: { excerpt: 'x' } }])).toBeNull();
});

it('A5.22 sets original and rewritten side by side, and leaves out what did not change', () => {
  const before = { excerpt: '', tags: ['x'], category: 'Tax' };
  const fields = compareFields(item, { title: 'Old title' }, { source: 'Old text', before });
  expect(fields.map(({ key, original }) => [key, original])).toEqual([
    ['rewrittenTitle', 'Old title'],
    ['rewrittenContent', 'Old text'],
    ['excerpt', ''],
    ['tags', 'x'],
  ]);
});
