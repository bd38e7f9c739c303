import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import { toHtml } from '#content/shared/markdown.server.ts';
import { measureLoop } from '#testing/measure-loop.ts';
import { cleanRewrite } from './clean-rewrite.server.ts';

const WORDS = 'word '.repeat(30);

const REPLY = {
  title: 'Title',
  excerpt: 'Excerpt',
  category: '',
  tags: [],
  metaTitle: '',
  metaDescription: '',
};

const clean = async (content: string, allowed: ReadonlySet<string> = new Set()) => {
  const reply = { ...REPLY, content: `${WORDS}${content}` };
  return (await cleanRewrite(reply, allowed)).rewrittenContent;
};

it('PROMISE 11 takes scripts, styles and comments out with their words', async () => {
  const html = 'a <script>one()</script> b <STYLE x>p{}</style > c <!-- d --> e <b>f</b>';
  expect(await clean(html)).toBe(`${WORDS}a  b  c  e f`);
  expect(await clean('<script>1<script>2</script>')).toBe(`${WORDS}1`);
});

it.each([
  ['comments', '<!-- '.repeat(20_000)],
  ['scripts', '<script>'.repeat(12_500)],
  ['several kinds', '<script><style><iframe>'.repeat(4000)],
])('PROMISE 11 reads a text of nothing but beginnings once: %s', async (_name, content) => {
  const { ownMs } = await measureLoop(() => clean(content));
  expect(ownMs).toBeLessThan(200);
});

describe('PROMISE 11 outside pictures and links, however they are spelled', () => {
  const ALLOWED = new Set(['wire.example/a']);
  const rendered = async (content: string) =>
    parseHTML(`<body>${toHtml(await clean(content, ALLOWED))}</body>`).document;

  it.each([
    '![x][z]\n\n> [z]: https://evil.example/p.png',
    '![x][z]\n\n- [z]: https://evil.example/p.png',
    '![x](https&#58;//evil.example/p.png)',
    '![x](\\https://evil.example/p.png)',
    '![x](/uploads/p.webp) and ![y](/api/logout)',
    '[a][z]\n\n1. > [z]: <https://evil.example/>',
    '[a](ht&#116;ps://evil.example)',
    '1https://evil.example/x and _https://evil.example',
    'www.www.evil.example and wwww.evil.example',
    'hhttps://ttps://evil.example and httwww.ps://evil.example',
    'https\\://evil.example, https&colon;//evil.example and www\\.evil.example',
    '<https://evil.example> and <HTTPS://EVIL.EXAMPLE>',
    '| a |\n|---|\n| [x](https://evil.example) ![p](https://evil.example/p) |',
    'text[^1]\n\n[^1]: see https://evil.example',
    '[![x](https://evil.example/p)](https://evil.example)',
    '[x](//evil.example) [y](/\\evil.example) [z](/api/logout) [w](/API/logout)',
    '\n\n    # [x](https://evil.example) ![p](https://evil.example/p)',
    '**https://evil.example** ~~www.evil.example~~ `https://evil.example`',
  ])('%j', async (content) => {
    const document = await rendered(content);
    const hrefs = Array.from(document.querySelectorAll('a'), (link) => link.getAttribute('href'));
    expect(hrefs.filter((href) => !href?.startsWith('#'))).toEqual([]);
    expect(document.querySelectorAll('img')).toHaveLength(0);
  });

  it('also at the very beginning, where a margin makes code of it', async () => {
    const reply = { ...REPLY, content: `    [x](https://evil.example) ${WORDS}` };
    const { rewrittenContent } = await cleanRewrite(reply, ALLOWED);
    expect(rewrittenContent).toBe(`x ${WORDS.trim()}`);
  });

  it('leaves a response alone that links to its source and to our pages', async () => {
    const fine =
      '## Heading\n\n* [source](https://wire.example/a)\n* see [vendors](/vendors)\n\n| a | b |\n|--|--|\n| 1 | 2 |';
    expect(await clean(`\n\n${fine}`, ALLOWED)).toBe(`${WORDS.trim()} \n\n${fine}`);
    expect(
      await clean(
        '\n\n## H\n\n- [a](https://evil.example)\n- [b](https://wire.example/a)',
        ALLOWED,
      ),
    ).toBe(`${WORDS.trim()}\n\n## H\n\n- a\n- [b](https://wire.example/a)`);
  });
});
