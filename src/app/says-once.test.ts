import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

const FIRST_LEVEL =
  '/vendors /features /use-cases /buyers-guides /news /faq /glossary /services /types /compare /search /shortlist /needs /corrections /data';
const DEEPER =
  '/features/matrix /vendors/addepar/alternatives /accounting-software /types/single-family-office /services/bill-payment /features/general-ledger /compare/addepar-vs-masttro';

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ data: 'starter' });
});
afterAll(() => site.close());

const plain = (text: string | null) => (text ?? '').toLowerCase().replace(/s\b|[^a-z ]/g, '');

/** Breadcrumb, eyebrow and title of a page. */
const aboveTitle = async (path: string) => {
  const page = await site.get(path);
  expect([path, page.status]).toEqual([path, 200]);
  const own = page.text('nav[aria-label=Breadcrumb] [aria-current=page]:not(a)');
  const eyebrow = page.text('main header .overline-text');
  return {
    own,
    eyebrow,
    title: plain(page.text('h1')),
    hasTrail: page.hrefs('nav[aria-label=Breadcrumb] a').length > 0,
  };
};

it.each(FIRST_LEVEL.split(' '))(
  '%s says what it is once: no trail to itself, no eyebrow that repeats the title',
  async (path) => {
    const { own, eyebrow, title, hasTrail } = await aboveTitle(path);
    expect([own, hasTrail]).toEqual([null, false]);
    if (eyebrow) expect(title).not.toContain(plain(eyebrow));
  },
);

it.each(DEEPER.split(' '))('%s has no eyebrow that its trail or its title says', async (path) => {
  const { own, eyebrow, title } = await aboveTitle(path);
  if (eyebrow) expect(`${plain(own)} ${title}`).not.toContain(plain(eyebrow));
});
