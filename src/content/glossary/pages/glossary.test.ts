import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { groupByLetter, letterOf } from './glossary-list.ts';

const WORDS = `A custodian holds assets, and ${'keeps '.repeat(70)}them`;
/** Its first 150 characters end inside a word. */
const START = `A custodian holds assets, and ${'keeps '.repeat(19)}keeps`;
const EMPTY = 'No glossary entries are currently available. Please check back later.';
const ERROR = 'Error loading glossary entries. Please try again later.';

describe('the glossary pages', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
    const add = (term: string, definition: string, more: object = {}) =>
      site.asEditor('POST', '/api/glossary', {
        term,
        slug: term.toLowerCase().replaceAll(' ', '-'),
        definition,
        autoLink: true,
        ...more,
      });
    await add('Custodian', WORDS, { category: 'Data', displayOrder: 1 });
    await add('Audit trail', 'An audit trail records what a custodian did. **Who**, when.', {
      category: 'Controls',
      displayOrder: 9,
    });
    await add('Capital call', 'A demand for money.', { displayOrder: 5, autoLink: false });
    await add('Secret term', 'A draft about a custodian.', { isPublished: false });
  });
  afterAll(() => site.close());

  it('P4.01 shows a grid of linked terms by letter with 150 characters of the definition', async () => {
    const page = await site.get('/glossary');
    expect(page.status).toBe(200);
    const letters = [...page.document.querySelectorAll('main section h2')];
    expect(letters.map((heading) => heading.textContent)).toEqual(['A', 'C']);
    expect(page.hrefs('main section li a')).toEqual([
      '/glossary/audit-trail',
      '/glossary/capital-call',
      '/glossary/custodian',
    ]);
    const cards = [...page.document.querySelectorAll('main section li')];
    expect(cards[2]?.textContent).toBe(`Custodian${START}...`);
    expect(cards[1]?.textContent).toBe('Capital callA demand for money.');
  });

  it('P4.01 jumps to each letter that has terms', async () => {
    const page = await site.get('/glossary');
    const targets = page.hrefs('nav[aria-label="Jump to a letter"] a');
    expect(targets).toEqual(['#letter-a', '#letter-c']);
    for (const target of targets) expect(page.document.querySelector(target)).not.toBeNull();
  });

  it('P19.06 P19.07 /glossary carries a DefinedTermSet and its canonical link', async () => {
    const page = await site.get('/glossary');
    const [data] = page.jsonLd();
    expect(data['@type']).toBe('DefinedTermSet');
    expect(data.hasDefinedTerm.map((term: { name: string }) => term.name)).toEqual([
      'Audit trail',
      'Capital call',
      'Custodian',
    ]);
    expect(page.hrefs('link[rel=canonical]')).toEqual(['http://localhost:3000/glossary']);
  });

  it('P4.05 P4.06 shows breadcrumb, term, category and a definition that links other terms only', async () => {
    const page = await site.get('/glossary/audit-trail');
    expect(page.hrefs('nav[aria-label=Breadcrumb] a')).toEqual(['/', '/glossary']);
    expect(page.text('nav[aria-label=Breadcrumb] [aria-current=page]:not(a)')).toBe('Audit trail');
    expect(page.text('h1')).toBe('Audit trail');
    expect(page.text('main header')).toContain('Controls');
    expect(page.text('.prose strong')).toBe('Who');
    expect(page.hrefs('.prose a')).toEqual(['/glossary/custodian']);
  });

  it('P4.08 gives each linked term a preview of 150 characters', async () => {
    const page = await site.get('/glossary/audit-trail');
    const link = page.document.querySelector('.prose a.glossary-link');
    expect(link?.getAttribute('data-preview')).toBe(`${START}...`);
  });

  it('P19.06 P19.08 P19.09 a term falls back to its name and 160 characters, with its data', async () => {
    const page = await site.get('/glossary/custodian');
    expect(page.text('title')).toBe('Custodian - Family Office Software');
    const description = page.document.querySelector('meta[name=description]');
    expect(description?.getAttribute('content')).toBe(`${START} keeps...`);
    expect(page.hrefs('link[rel=canonical]')).toEqual(['http://localhost:3000/glossary/custodian']);
    const [term, crumbs] = page.jsonLd();
    expect(term).toMatchObject({
      '@type': 'DefinedTerm',
      name: 'Custodian',
      description: WORDS,
      inDefinedTermSet: 'http://localhost:3000/glossary',
    });
    expect(crumbs['@type']).toBe('BreadcrumbList');
    expect(crumbs.itemListElement).toHaveLength(3);
  });

  it('P4.07 shows related information under the same rule as on FAQ', async () => {
    const { body: term } = await site.call('GET', '/api/glossary/capital-call');
    const relatedInfoCache = [
      {
        title: 'A paper',
        source: 'Journal',
        description: 'On calls.',
        url: 'https://example.com/p',
      },
    ];
    const set = (change: object) => site.asEditor('PUT', `/api/glossary/${term.id}`, change);
    await set({ enableRelatedInfo: false, relatedInfoCache });
    expect((await site.get('/glossary/capital-call')).body).not.toContain('Related Information');
    await set({ enableRelatedInfo: true });
    const page = await site.get('/glossary/capital-call');
    expect(page.hrefs('ul[aria-label="Related Information"] a')).toContain('https://example.com/p');
  });

  it('P4.09 P1.15 answers an unknown term with 404 and the way back', async () => {
    const page = await site.get('/glossary/zzz');
    expect(page.status).toBe(404);
    expect(page.text('h1')).toBe('Term Not Found');
    expect(page.body).toContain(
      "The glossary term you're looking for doesn't exist or has been removed.",
    );
    expect(page.hrefs('main a')).toEqual(['/glossary']);
  });
});

describe('the glossary without entries', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
  });
  afterAll(() => site.close());

  it('P4.02 says that there are no entries', async () => {
    const page = await site.get('/glossary');
    expect(page.status).toBe(200);
    expect(page.body).toContain(EMPTY);
    expect((await site.get('/glossary?page=9')).hrefs('main a')).toEqual(['/glossary']);
  });

  it('P4.04 takes a 401 on the list for an empty glossary', async () => {
    // Our server never answers so; a proxy in front of it may.
    const request = site.api.request.bind(site.api);
    const spy = vi
      .spyOn(site.api, 'request')
      .mockImplementation((input, init) =>
        String(input).startsWith('/api/glossary?')
          ? new Response('{"message":"Unauthorized"}', { status: 401 })
          : request(input, init),
      );
    const page = await site.get('/glossary');
    spy.mockRestore();
    expect(page.status).toBe(200);
    expect(page.body).toContain(EMPTY);
    expect(page.body).not.toContain(ERROR);
  });

  it('P4.03 P22.01 P22.02 says that entries could not be loaded', async () => {
    await site.db.execute(sql`alter table glossary_entries rename to glossary_entries_gone`);
    const list = await site.get('/glossary');
    expect(list.status).toBe(500);
    expect(list.body).toContain(ERROR);
    expect((await site.get('/glossary/custodian')).text('h1')).toBe(
      'This page could not be loaded',
    );
  });
});

describe('the letters of the glossary', () => {
  it('P4.01 reads the first letter without its accent, and gathers the rest', () => {
    expect(['alpha', 'Évaluation', '13F filing', ' Beta'].map(letterOf)).toEqual([
      'A',
      'E',
      '#',
      'B',
    ]);
    const groups = groupByLetter([{ term: 'Beta' }, { term: '13F' }, { term: 'b-share' }]);
    expect(groups.map(({ letter, items }) => `${letter}${items.length}`)).toEqual(['#1', 'B2']);
  });
});
