import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

const LONG = `
## What it costs & why

Words.[^1]

### Not listed

## *Who* pays

## Who pays

[^1]: A note, whose heading nobody sees.
`;

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ data: 'empty' });
});
afterAll(() => site.close());

it('lists the parts of a long article and of a long page, each leading to its heading', async () => {
  const news = { title: 'Long', slug: 'long', originalContent: LONG, status: 'published' };
  const page = { title: 'Long page', slug: 'long-page', content: LONG, isPublished: true };
  expect((await site.asEditor('POST', '/api/news', news)).status).toBe(201);
  expect((await site.asEditor('POST', '/api/pages', page)).status).toBe(201);
  for (const path of ['/news/long', '/long-page']) {
    const { document } = await site.get(path);
    const links = [...document.querySelectorAll('nav[aria-labelledby="contents"] a')];
    expect(links.map((link) => link.textContent)).toEqual([
      'What it costs & why',
      'Who pays',
      'Who pays',
    ]);
    const targets = links.map((link) =>
      document.getElementById(link.getAttribute('href')?.slice(1) ?? ''),
    );
    expect(targets.map((heading) => heading?.tagName)).toEqual(['H2', 'H2', 'H2']);
    expect(new Set(targets).size).toBe(3);
  }
});

it('lists no contents of a text that is seen at a glance', async () => {
  const text = '## One\n\nWords.\n\n## Two\n\nWords.';
  const news = { title: 'Short', slug: 'short', originalContent: text, status: 'published' };
  expect((await site.asEditor('POST', '/api/news', news)).status).toBe(201);
  const { document } = await site.get('/news/short');
  expect(document.querySelector('nav[aria-labelledby="contents"]')).toBeNull();
});
