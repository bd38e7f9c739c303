import { expect, it } from 'vitest';
import { readMixed } from '#admin/editor/fields/rows.ts';
import { checkHub } from './hub-form.tsx';
import { markCurrent, readRelated } from './hub-items.ts';

it('A9.08 A9.09 A9.10 takes a JSON list and nothing else', () => {
  const read = (text: string) => readRelated(readMixed(text));
  expect(read('[{"type":"faq","title":"x"}]')).toEqual([{ type: 'faq', title: 'x' }]);
  for (const text of ['', '{', '5', '{}', 'null', '[null]', '[{"type":"vendor","title":"x"}]'])
    expect(read(text)).toBeNull();
});

it('A9.07 A9.09 refuses empty fields and a text that is no list', () => {
  const filled = { pageType: 'faq', pageSlug: 'a', title: 'b', description: 'c', topic: 'd' };
  expect(checkHub({ ...filled, relatedContent: [] })).toEqual({});
  expect(checkHub({ ...filled, topic: ' ', relatedContent: '{' })).toEqual({
    topic: 'Topic is required',
    relatedContent: 'Invalid JSON in related content field',
  });
});

it('A9.02 marks one page as the current one, or none', () => {
  const items = [
    { type: 'faq' as const, title: 'a', isCurrentPage: true },
    { type: 'faq' as const, title: 'b' },
  ];
  expect(markCurrent(items, 1)).toEqual([
    { type: 'faq', title: 'a' },
    { type: 'faq', title: 'b', isCurrentPage: true },
  ]);
  expect(markCurrent(items, 0)).toEqual([
    { type: 'faq', title: 'a' },
    { type: 'faq', title: 'b' },
  ]);
});
