import { expect, it } from 'vitest';
import { cleanRewrite } from './clean-rewrite.ts';

const WORDS = 'word '.repeat(30);

const clean = (content: string) =>
  cleanRewrite(
    {
      title: 'Title',
      content: `${WORDS}${content}`,
      excerpt: 'Excerpt',
      category: '',
      tags: [],
      metaTitle: '',
      metaDescription: '',
    },
    new Set(),
  ).rewrittenContent;

it('PROMISE 11 takes scripts, styles and comments out with their words', () => {
  const html = 'a <script>one()</script> b <STYLE x>p{}</style > c <!-- d --> e <b>f</b>';
  expect(clean(html)).toBe(`${WORDS}a  b  c  e f`);
  expect(clean('<script>1<script>2</script>')).toBe(`${WORDS}1`);
});

it.each([
  ['comments', '<!-- '.repeat(20_000)],
  ['scripts', '<script>'.repeat(12_500)],
  ['several kinds', '<script><style><iframe>'.repeat(4000)],
])('PROMISE 11 reads a text of nothing but beginnings once: %s', (_name, content) => {
  const start = performance.now();
  clean(content);
  expect(performance.now() - start).toBeLessThan(200);
});
