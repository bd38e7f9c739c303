import { expect, it } from 'vitest';
import { PageAnswers } from './page-answers.ts';
import { writePageData } from './page-data.ts';

const write = (answers: Record<string, unknown>) => {
  const client = new PageAnswers();
  for (const [path, data] of Object.entries(answers)) client.setQueryData([path], data);
  return writePageData(client);
};

it('writes every answer so that the browser reads the same', () => {
  const answers = {
    '/api/a': { title: 'A', html: '<p>x</p>' },
    '/api/list': { items: [{ id: 1 }], total: 7 },
    '/api/more': { items: [], total: 0, also: 'kept' },
    '/api/words': 'plain',
    '/api/user': null,
  };
  expect(JSON.parse(write(answers))).toEqual(
    Object.entries(answers).map(([path, data]) => [[path], data]),
  );
});

it('PROMISE 7 lets no text end the element that carries it', () => {
  const hostile = '</script><script>alert(1)</script><!--';
  const text = write({
    [`/api/${hostile}`]: { hostile },
    '/api/list': { items: [{ hostile }], total: 1 },
    '/api/words': hostile,
  });
  expect(text).not.toContain('<');
  expect(text.match(/alert\(1\)/g)).toHaveLength(4);
});

it('writes an answer that is kept again when it is another', () => {
  const kept = Object.freeze({ name: 'first' });
  expect(write({ '/api/a': kept })).toContain('first');
  expect(write({ '/api/a': kept })).toBe(write({ '/api/a': { name: 'first' } }));
  expect(write({ '/api/a': { name: 'second' } })).toContain('second');
});
