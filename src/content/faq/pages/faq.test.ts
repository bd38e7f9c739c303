import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

const LONG = `**Bold start** ${'word '.repeat(80)}end`;
const LONG_WORDS = `Bold start ${'word '.repeat(80)}end`;
const EMPTY = 'No FAQ entries are currently available. Please check back later.';
const ERROR = 'Error loading FAQ entries. Please try again later.';

describe('the FAQ pages', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
    await site.asEditor('POST', '/api/glossary', {
      term: 'Capital call',
      slug: 'capital-call',
      definition: 'A demand for money that was promised.',
      autoLink: true,
    });
    for (let index = 1; index <= 15; index += 1) {
      await site.asEditor('POST', '/api/faq', {
        question: `Question ${index}?`,
        slug: `question-${index}`,
        answer: index === 1 ? LONG : `Answer **${index}** about a capital call.`,
        category: index % 2 === 0 ? 'Pricing' : 'Selection',
        displayOrder: index,
      });
    }
    await site.asEditor('POST', '/api/faq', {
      question: 'A draft question?',
      slug: 'draft-question',
      answer: 'Not ready.',
      category: 'Unready',
      isPublished: false,
    });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  afterAll(() => site.close());

  it('P3.01 P3.02 P3.03 shows linked cards in two columns with 150 characters of the answer', async () => {
    const page = await site.get('/faq');
    expect(page.status).toBe(200);
    const groups = [...page.document.querySelectorAll('main section')];
    expect(groups.map((group) => group.querySelector('h2')?.textContent)).toEqual([
      'Selection',
      'Pricing',
    ]);
    expect(groups.map((group) => group.querySelector('p')?.textContent)).toEqual([
      '8 questions',
      '7 questions',
    ]);
    for (const group of groups) {
      expect(group.querySelector('ul')?.className).toContain('md:grid-cols-2');
      expect(group.querySelector('ul')?.className).not.toContain('grid-cols-3');
    }
    const card = groups[0]?.querySelector('li');
    expect(card?.querySelector('a')?.getAttribute('href')).toBe('/faq/question-1');
    expect(card?.querySelector('h3')?.textContent).toBe('Question 1?');
    expect(card?.textContent?.endsWith(`Bold start ${'word '.repeat(27)}word...`)).toBe(true);
    expect(groups[1]?.querySelector('li')?.textContent).toContain('Answer 2 about a capital call.');
    expect(page.document.querySelectorAll('main section li')).toHaveLength(15);
  });

  it('P19.06 P19.07 /faq carries FAQPage data, a title, a description and its canonical link', async () => {
    const page = await site.get('/faq');
    const [data] = page.jsonLd();
    expect(data['@type']).toBe('FAQPage');
    expect(data.mainEntity).toHaveLength(15);
    expect(data.mainEntity[1].acceptedAnswer.text).toBe('Answer 2 about a capital call.');
    expect(page.text('title')).toBe('Frequently Asked Questions - Family Office Software');
    expect(page.hrefs('link[rel=canonical]')).toEqual(['http://localhost:3000/faq']);
    expect(page.document.querySelector('meta[name=robots]')).toBeNull();
  });

  it('P3.01 filters by words and category in the address, and keeps that out of the index', async () => {
    const byCategory = await site.get('/faq?category=Pricing');
    expect(byCategory.document.querySelectorAll('main section li')).toHaveLength(7);
    expect(byCategory.text('nav[aria-label=Categories] a.bg-ink')).toBe('Pricing');
    expect(byCategory.document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe(
      'noindex',
    );
    expect(byCategory.hrefs('link[rel=canonical]')).toEqual(['http://localhost:3000/faq']);
    const byWords = await site.get('/faq?q=Question+12');
    expect(byWords.hrefs('main section li a')).toEqual(['/faq/question-12']);
    expect(byWords.document.querySelector('main input[name=q]')?.getAttribute('value')).toBe(
      'Question 12',
    );
    const none = await site.get('/faq?q=zzzz');
    expect(none.body).toContain('No questions found');
    expect(none.body).not.toContain(EMPTY);
  });

  it('P3.09 lists ten of fifteen, others or in another order from day to day, the same all day', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const relatedAt = async (day: number, hour: number) => {
      vi.setSystemTime(new Date(Date.UTC(2030, 0, day, hour)));
      const links = (await site.get('/faq/question-5')).hrefs('aside ul a');
      expect(new Set(links).size).toBe(10);
      for (const href of links) expect(href).toMatch(/^\/faq\/question-([1-9]|1[0-5])$/);
      expect(links).not.toContain('/faq/question-5');
      return links;
    };
    const seen = new Set<string>();
    for (const day of [1, 2, 3, 4, 5, 6]) {
      const morning = await relatedAt(day, 1);
      expect(await relatedAt(day, 23)).toEqual(morning);
      seen.add(morning.join());
    }
    expect(seen.size).toBe(6);
  });

  it('PROMISE 24 continues on further pages with links that can be followed', async () => {
    for (let index = 16; index <= 62; index += 1) {
      await site.asEditor('POST', '/api/faq', {
        question: `Question ${index}?`,
        slug: `question-${index}`,
        answer: 'Short.',
        displayOrder: index,
      });
    }
    const first = await site.get('/faq');
    expect(first.document.querySelectorAll('main section li')).toHaveLength(60);
    expect(first.hrefs('nav[aria-label=Pages] a')).toContain('/faq?page=2');
    const second = await site.get('/faq?page=2');
    expect(second.status).toBe(200);
    expect(second.hrefs('main section li a')).toEqual(['/faq/question-61', '/faq/question-62']);
    expect(second.hrefs('link[rel=canonical]')).toEqual(['http://localhost:3000/faq?page=2']);
    expect(second.document.querySelector('meta[name=robots]')).toBeNull();
  });

  it('P3.06 shows question, category and the answer with bold words and glossary links', async () => {
    const page = await site.get('/faq/question-2');
    expect(page.text('h1')).toBe('Question 2?');
    expect(page.text('main header')).toContain('Pricing');
    expect(page.text('.prose strong')).toBe('2');
    expect(page.hrefs('.prose a')).toEqual(['/glossary/capital-call']);
  });

  it('P3.06 P18.03 links a term whose slug the question shares', async () => {
    await site.asEditor('POST', '/api/faq', {
      question: 'What is a capital call?',
      slug: 'capital-call',
      answer: 'A capital call asks investors to pay in.',
    });
    const page = await site.get('/faq/capital-call');
    expect(page.hrefs('.prose a')).toEqual(['/glossary/capital-call']);
  });

  it('P3.09 lists ten other published questions', async () => {
    const page = await site.get('/faq/question-2');
    const aside = page.document.querySelector('aside');
    expect(aside?.querySelector('h2')?.textContent).toBe('Related Questions');
    const links = page.hrefs('aside ul a');
    expect(new Set(links).size).toBe(10);
    for (const href of links) expect(href).toMatch(/^\/faq\/question-\d+$/);
    expect(links).not.toContain('/faq/question-2');
  });

  it('P3.07 P3.08 shows related information only when it is switched on and there', async () => {
    const card = {
      title: 'A study',
      source: 'A publisher',
      description: 'What it found.',
      url: 'https://example.com/study',
    };
    const { body: entry } = await site.call('GET', '/api/faq/question-3');
    const set = (change: object) => site.asEditor('PUT', `/api/faq/${entry.id}`, change);
    const show = () => site.get('/faq/question-3');

    expect((await show()).body).not.toContain('Related Information');
    await set({ enableRelatedInfo: true, relatedInfoCache: [] });
    expect((await show()).body).not.toContain('Related Information');
    await set({ enableRelatedInfo: true, relatedInfoCache: [card, { ...card, title: 'Another' }] });
    const shown = await show();
    const cards = shown.document.querySelectorAll('ul[aria-label="Related Information"] > li');
    expect(cards).toHaveLength(2);
    expect(cards[0]?.querySelector('a')?.getAttribute('href')).toBe(card.url);
    for (const part of [card.title, card.source, card.description])
      expect(cards[0]?.textContent).toContain(part);
    await set({ enableRelatedInfo: false });
    expect((await show()).body).not.toContain('Related Information');
  });

  it('P19.08 P19.09 falls back to the question and 160 characters of the answer', async () => {
    const page = await site.get('/faq/question-1');
    expect(page.text('title')).toBe('Question 1? - Family Office Software');
    const description = page.document.querySelector('meta[name=description]');
    expect(description?.getAttribute('content')).toBe(`Bold start ${'word '.repeat(29)}word...`);
    expect(page.hrefs('link[rel=canonical]')).toEqual(['http://localhost:3000/faq/question-1']);
    const types = page.jsonLd().map((data) => data['@type']);
    expect(types).toEqual(['WebPage', 'BreadcrumbList']);
    expect(page.jsonLd()[0].mainEntity.acceptedAnswer.text).toBe(LONG_WORDS);
  });

  it('P19.01 P19.04 P19.05 prefers the meta fields and carries the social tags', async () => {
    const { body: entry } = await site.call('GET', '/api/faq/question-4');
    await site.asEditor('PUT', `/api/faq/${entry.id}`, {
      metaTitle: 'Own title',
      metaDescription: 'Own description.',
    });
    const page = await site.get('/faq/question-4');
    expect(page.text('title')).toBe('Own title');
    const content = (key: string) =>
      page.document
        .querySelector(`meta[property="${key}"], meta[name="${key}"]`)
        ?.getAttribute('content');
    expect(content('description')).toBe('Own description.');
    expect(content('og:title')).toBe('Own title');
    expect(content('twitter:description')).toBe('Own description.');
    expect(content('og:url')).toBe('http://localhost:3000/faq/question-4');
    expect(content('og:image:width')).toBe('1200');
    expect(content('og:image:height')).toBe('630');
  });

  it('P23.01 P23.04 PROMISE 5 keeps drafts from anonymous visitors and marks them for editors', async () => {
    const list = await site.get('/faq');
    expect(list.html).not.toContain('draft-question');
    expect(list.html).not.toContain('Unready');
    expect((await site.get('/faq', { cookie: site.cookie })).html).not.toContain('draft-question');
    const anonymous = await site.get('/faq/draft-question');
    expect(anonymous.status).toBe(404);
    expect(anonymous.html).not.toContain('Not ready.');
    const editor = await site.get('/faq/draft-question', { cookie: site.cookie });
    expect(editor.status).toBe(200);
    expect(editor.body).toContain('Draft preview');
    expect(editor.document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe(
      'noindex',
    );
  });

  it('P3.10 P1.15 answers an unknown slug with 404 and the way back', async () => {
    const page = await site.get('/faq/zzz');
    expect(page.status).toBe(404);
    expect(page.text('h1')).toBe('FAQ Entry Not Found');
    expect(page.body).toContain(
      "The FAQ entry you're looking for doesn't exist or has been removed.",
    );
    expect(page.hrefs('main a')).toEqual(['/faq']);
    expect(page.document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe(
      'noindex',
    );
  });
});

describe('the FAQ without entries, and without its table', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
  });
  afterAll(() => site.close());

  it('P3.04 says that there are no entries', async () => {
    const page = await site.get('/faq');
    expect(page.status).toBe(200);
    expect(page.body).toContain(EMPTY);
  });

  it('P3.05 P22.01 P22.02 says that entries could not be loaded', async () => {
    await site.db.execute(sql`alter table faq_entries rename to faq_entries_gone`);
    const list = await site.get('/faq');
    expect(list.status).toBe(500);
    expect(list.body).toContain(ERROR);
    expect(list.body).not.toContain(EMPTY);
    const detail = await site.get('/faq/question-1');
    expect(detail.status).toBe(500);
    expect(detail.text('h1')).toBe('This page could not be loaded');
    expect(detail.text('title')).toBe('This page could not be loaded - Family Office Software');
    expect(detail.text('main a')).toBe('Try again');
    expect(detail.body).not.toContain('removed');
  });
});
