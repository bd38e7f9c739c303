import { sql } from 'drizzle-orm';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';
import { Route as ListRoute } from './type-list.page.tsx';

const EMPTY = 'No family office types are currently available. Please check back later.';
const ERROR = 'Error loading family office types. Please try again later.';
const NOT_FOUND_TEXT =
  "The family office type you're looking for doesn't exist or has been removed.";

const HUB_ITEMS = [
  { type: 'faq', title: 'A question', description: 'Why.', slug: 'a-question' },
  { type: 'glossary', title: 'A term', description: 'What.', slug: 'a-term' },
  { type: 'service', title: 'A service', description: 'How.', slug: 'a-service' },
  { type: 'type', title: 'Single Family Office', description: 'This.', slug: 'single' },
];

describe('the type pages', () => {
  let site: TestSite;
  const robotsOf = (page: Awaited<ReturnType<TestSite['get']>>) =>
    page.document.querySelector('meta[name=robots]')?.getAttribute('content');
  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
    await site.asEditor('POST', '/api/glossary', {
      term: 'Trustee',
      slug: 'trustee',
      definition: 'Who holds in trust.',
      autoLink: true,
    });
    const add = (slug: string, title: string, more: object = {}) =>
      site.asEditor('POST', '/api/types', {
        slug,
        title,
        description: `What ${title} is. ${'Long '.repeat(100)}`,
        content: '## Form\n\nA trustee may sit here.',
        ...more,
      });
    await add('single', 'Single Family Office', { displayOrder: 1 });
    await add('multi', 'Multi-Family Office', { displayOrder: 2 });
    await add('hidden', 'Hidden Office', { isPublished: false });
  });
  afterAll(() => site.close());

  it('P6.01 shows title and description, clamped to three lines, linking to each type', async () => {
    const page = await site.get('/types');
    expect(page.status).toBe(200);
    expect(page.hrefs('ul[aria-label=Types] a')).toEqual(['/types/single', '/types/multi']);
    const card = page.document.querySelector('ul[aria-label=Types] li');
    expect(card?.querySelector('h2')?.textContent).toBe('Single Family Office');
    expect(card?.querySelector('p .line-clamp-3')?.textContent).toContain('What Single Family');
  });

  it('P6.02 P19.06 /types carries CollectionPage data and its canonical link', async () => {
    const page = await site.get('/types');
    const [data] = page.jsonLd();
    expect(data['@type']).toBe('CollectionPage');
    expect(data.mainEntity.itemListElement.map((item: { url: string }) => item.url)).toEqual([
      'http://localhost:3000/types/single',
      'http://localhost:3000/types/multi',
    ]);
    expect(page.hrefs('link[rel=canonical]')).toEqual(['http://localhost:3000/types']);
  });

  it('P6.03 shows placeholders while the list is on its way', () => {
    const Pending = ListRoute.options.pendingComponent as ComponentType;
    const html = renderToStaticMarkup(<Pending />);
    expect(html).toContain('aria-label="Loading"');
    expect(html.match(/data-skeleton-card/g)).toHaveLength(6);
  });

  it('P6.06 P6.07 P6.08 shows breadcrumb, way back, title, description and linked content', async () => {
    const page = await site.get('/types/single');
    expect(page.hrefs('nav[aria-label=Breadcrumb] a')).toEqual(['/', '/types']);
    expect(page.text('nav[aria-label=Breadcrumb]')).toBe('HomeTypesSingle Family Office');
    expect(page.text('main header a[href="/types"]')).toBe('Back to Types');
    expect(page.text('h1')).toBe('Single Family Office');
    expect(page.text('main header')).toContain('What Single Family Office is.');
    expect(page.hrefs('.prose a')).toEqual(['/glossary/trustee']);
  });

  it('P6.08 P18.03 links a term whose slug the type shares', async () => {
    await site.asEditor('POST', '/api/types', {
      title: 'Trustee',
      slug: 'trustee',
      content: 'The trustee decides.',
    });
    expect((await site.get('/types/trustee')).hrefs('.prose a')).toEqual(['/glossary/trustee']);
  });

  it('sets the other forms beside the one', async () => {
    const page = await site.get('/types/single');
    expect(page.text('aside h2')).toBe('Other forms');
    const others = page.hrefs('aside li a');
    expect(others).toContain('/types/multi');
    for (const slug of ['single', 'hidden']) expect(others).not.toContain(`/types/${slug}`);
    expect(page.text('aside')).toContain('What Multi-Family Office is.');
  });

  it('P6.11 P19.01 falls back to its own title form, with breadcrumb data', async () => {
    const page = await site.get('/types/single');
    expect(page.text('title')).toBe('Single Family Office - Family Office Types');
    const [crumbs] = page.jsonLd();
    expect(crumbs['@type']).toBe('BreadcrumbList');
    expect(crumbs.itemListElement.map((crumb: { name: string }) => crumb.name)).toEqual([
      'Home',
      'Types',
      'Single Family Office',
    ]);
  });

  it('P6.09 P6.13 P6.14 P6.15 P6.16 shows the hub only while it is enabled', async () => {
    expect((await site.get('/types/single')).document.querySelector('[data-hub]')).toBeNull();
    for (const [path, item] of [
      ['/api/faq', { question: 'A question', slug: 'a-question', answer: 'Yes.' }],
      ['/api/glossary', { term: 'A term', slug: 'a-term', definition: 'It.' }],
      ['/api/services', { title: 'A service', slug: 'a-service' }],
    ] as const) {
      await site.asEditor('POST', path, item);
    }
    const { body: config } = await site.asEditor('POST', '/api/content-hub-configs', {
      pageType: 'type',
      pageSlug: 'single',
      title: 'Read together',
      description: 'Four texts on one subject.',
      topic: 'Offices',
      relatedContent: HUB_ITEMS,
    });
    const page = await site.get('/types/single');
    const hub = page.document.querySelector('[data-hub]');
    expect(hub?.querySelector('h2')?.textContent).toBe('Read together');
    expect(hub?.textContent).toContain('Four texts on one subject.');
    const cards = [...(hub?.querySelectorAll('li') ?? [])];
    expect(cards.map((card) => card.querySelector('span')?.textContent)).toEqual(
      HUB_ITEMS.map(({ type }) => type),
    );
    expect(cards.map((card) => card.textContent?.includes('Current Page'))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    const readMore = [...(hub?.querySelectorAll('li a') ?? [])].filter((link) =>
      link.textContent?.startsWith('Read More'),
    );
    expect(readMore.map((link) => link.getAttribute('href'))).toEqual([
      '/faq/a-question',
      '/glossary/a-term',
      '/services/a-service',
      '/types/single',
    ]);
    expect(hub?.querySelector('h3:not(li h3)')?.textContent).toBe('Additional Resources');
    expect(page.hrefs('[data-hub] > div:last-child a')).toEqual(['/services', '/faq']);
    expect((await site.get('/types/multi')).document.querySelector('[data-hub]')).toBeNull();

    await site.asEditor('PUT', `/api/content-hub-configs/${config.id}`, { isEnabled: false });
    expect((await site.get('/types/single')).document.querySelector('[data-hub]')).toBeNull();
  });

  it('P6.13 refuses an item that leads nowhere, and names it', async () => {
    const relatedContent = [
      { type: 'faq', title: 'A question', slug: 'a-question' },
      { type: 'glossary', title: 'Gone term', slug: 'never-was' },
      { type: 'type', title: 'Odd address', slug: 'single/multi' },
      { type: 'service', title: 'Without an address' },
    ];
    const hub = { pageSlug: 'nowhere', title: 'T', description: 'D', topic: 'X' };
    const send = (items: object[]) =>
      site.asEditor('POST', '/api/content-hub-configs', {
        ...hub,
        pageType: 'type',
        relatedContent: items,
      });
    const refused = await send(relatedContent);
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      {
        relatedContent:
          '"Gone term" leads nowhere: no page is at /glossary/never-was. "Odd address" leads nowhere: no page is at /types/single%2Fmulti',
      },
    ]);
    const { status, body } = await send(
      [relatedContent[0], relatedContent[3]].flatMap((i) => i ?? []),
    );
    expect(status).toBe(201);
    const put = (fields: object) =>
      site.asEditor('PUT', `/api/content-hub-configs/${body.id}`, fields);
    expect((await put({ relatedContent })).status).toBe(400);
    const draft = { term: 'Not yet', slug: 'not-yet', definition: 'It.', isPublished: false };
    await site.asEditor('POST', '/api/glossary', draft);
    const early = await put({
      relatedContent: [{ type: 'glossary', title: 'Not yet', slug: 'not-yet' }],
    });
    expect(early.body.fields?.relatedContent).toContain('"Not yet" leads nowhere');
    // A target that goes later holds up no other change of the hub.
    const { body: question } = await site.call('GET', '/api/faq/a-question');
    await site.asEditor('PUT', `/api/faq/${question.id}`, { isPublished: false });
    expect((await put({ title: 'Renamed', relatedContent: body.relatedContent })).status).toBe(200);
    await site.asEditor('PUT', `/api/faq/${question.id}`, { isPublished: true });
    await site.asEditor('DELETE', `/api/content-hub-configs/${body.id}`);
  });

  it('P6.14 P6.17 marks the page itself and what is said to be it, not a term of the same slug', async () => {
    const term = { term: 'Multi', slug: 'multi', definition: 'Of many families.' };
    expect((await site.asEditor('POST', '/api/glossary', term)).status).toBe(201);
    const item = (type: string, slug: string, more: object = {}) => ({
      type,
      title: `The ${type} ${slug}`,
      description: 'Words.',
      slug,
      ...more,
    });
    const relatedContent = [
      item('glossary', 'multi'),
      item('type', 'multi'),
      item('service', 'a-service'),
      item('faq', 'a-question', { isCurrentPage: true }),
    ];
    const { status } = await site.asEditor('POST', '/api/content-hub-configs', {
      pageType: 'type',
      pageSlug: 'multi',
      title: 'Beside it',
      description: 'Four texts.',
      topic: 'Offices',
      relatedContent,
    });
    expect(status).toBe(201);
    const { body } = await site.call('GET', '/api/content-hub-config/type/multi');
    expect(body.relatedContent).toEqual(relatedContent);
    expect(Object.keys(body.relatedContent[3]).sort()).toEqual(
      ['type', 'title', 'description', 'slug', 'isCurrentPage'].sort(),
    );
    const page = await site.get('/types/multi');
    const cards = [...page.document.querySelectorAll('[data-hub] li')].map((card) => [
      card.querySelector('h3')?.textContent,
      card.textContent?.includes('Current Page'),
    ]);
    expect(cards).toEqual([
      ['The glossary multi', false],
      ['The type multi', true],
      ['The service a-service', false],
      ['The faq a-question', true],
    ]);
  });

  it('P6.10 shows related information only when it is switched on and there', async () => {
    const { body: type } = await site.call('GET', '/api/types/multi');
    const relatedInfoCache = [
      { title: 'A note', source: 'A firm', description: 'On it.', url: 'https://example.com/n' },
    ];
    const set = (change: object) => site.asEditor('PUT', `/api/types/${type.id}`, change);
    await set({ enableRelatedInfo: false, relatedInfoCache });
    expect((await site.get('/types/multi')).body).not.toContain('Related Information');
    await set({ enableRelatedInfo: true });
    const page = await site.get('/types/multi');
    expect(page.hrefs('ul[aria-label="Related Information"] a')).toContain('https://example.com/n');
  });

  it('P6.12 P1.15 answers an unknown type with 404 and the way back', async () => {
    const page = await site.get('/types/zzz');
    expect(page.status).toBe(404);
    expect(page.text('h1')).toBe('Type Not Found');
    expect(page.body).toContain(NOT_FOUND_TEXT);
    expect(page.hrefs('main a')).toEqual(['/types']);
    expect(page.text('main a')).toBe('View All Types');
    expect(robotsOf(page)).toBe('noindex');
  });
});

describe('types without entries, and without their table', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'empty' });
  });
  afterAll(() => site.close());

  it('P6.04 says that there are no types', async () => {
    const page = await site.get('/types');
    expect(page.status).toBe(200);
    expect(page.body).toContain(EMPTY);
  });

  it('P6.05 P6.12 P22.01 P22.02 says that types could not be loaded', async () => {
    await site.db.execute(sql`alter table type_entries rename to type_entries_gone`);
    const list = await site.get('/types');
    expect(list.status).toBe(500);
    expect(list.body).toContain(ERROR);
    const detail = await site.get('/types/single');
    expect(detail.text('h1')).toBe('Type Not Found');
    expect(detail.body).toContain(NOT_FOUND_TEXT);
    expect(detail.text('main a')).toBe('View All Types');
  });
});
