import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ data: 'starter' });
});
afterAll(() => site.close());

const FIVE = [
  'partnership-accounting',
  'multi-currency-accounting',
  'look-through-reporting',
  'custodian-data-feeds',
  'private-fund-tracking',
];
const ASKED = `${FIVE.map((slug) => `f=${slug}`).join('&')}&must=custodian-data-feeds`;

type Page = Awaited<ReturnType<TestSite['get']>>;
const all = (page: Page, selector: string) => [...page.document.querySelectorAll(selector)];
const robotsOf = (page: Page) =>
  page.document.querySelector('meta[name=robots]')?.getAttribute('content') ?? null;

describe('the page of needs', () => {
  it('NEEDS is a plain form: every feature by category, with a mark for must-haves', async () => {
    const page = await site.get('/needs');
    const { body: facets } = await site.call('GET', '/api/vendor-facets');
    expect([page.status, robotsOf(page)]).toEqual([200, null]);
    expect(page.document.querySelector('main form')?.getAttribute('method')).toBe('get');
    const values = facets.features.flatMap(({ options }: { options: { value: string }[] }) =>
      options.map(({ value }) => value),
    );
    for (const name of ['f', 'must']) {
      const boxes = all(page, `input[type=checkbox][name=${name}]`);
      expect(boxes.map((box) => box.getAttribute('value'))).toEqual(values);
    }
    expect(all(page, 'main fieldset legend').map((one) => one.textContent)).toEqual(
      facets.features.map(({ category }: { category: string }) => category),
    );
    expect(page.text('select[name=market] option:nth-child(2)')).toMatch(/ \(\d+\)$/);
    expect(page.jsonLd().map((block) => block['@type'])).toEqual([
      'CollectionPage',
      'BreadcrumbList',
    ]);
  });

  it('NEEDS lists all vendors in the order of the API, with counts, evidence, questions and the rule', async () => {
    const page = await site.get(`/needs?${ASKED}`);
    const query = `features=${FIVE.join()}&musts=custodian-data-feeds`;
    const { body } = await site.call('GET', `/api/needs?${query}`);
    expect([page.status, robotsOf(page)]).toEqual([200, 'noindex']);
    expect(page.hrefs('link[rel=canonical]')[0]).toMatch(/\/needs$/);
    const names = all(page, '.needs-vendor h2').map((one) => one.textContent);
    expect(names).toEqual(
      body.vendors.map(({ vendor }: { vendor: { name: string } }) => vendor.name),
    );
    expect(names[0]).toBe('Elysys');
    const first = page.document.querySelector('.needs-vendor');
    expect(first?.textContent).toContain('3 documented, 1 partly, 1 not confirmed of 5');
    expect(first?.textContent).toContain('must-haves: 1 of 1 documented');
    expect(first?.textContent).toContain('First hand, the vendor: docs.elysys.com');
    const { question } = body.needs[0];
    expect(question).not.toBe('');
    expect(first?.textContent).toContain(`Ask: ${question}`);
    expect(all(page, '.needs-vendor details[open]')).toHaveLength(3);
    const text = page.document.querySelector('main')?.textContent;
    expect(text).toContain('Then points: a documented need counts 2, a partly documented one 1.');
    expect(text).toContain('Vendors that cannot be told apart share a rank.');
    const shared = all(page, '.needs-vendor').filter((one) =>
      one.textContent?.includes(', shared'),
    );
    expect(shared).toHaveLength(
      body.vendors.filter(({ isShared }: { isShared: boolean }) => isShared).length,
    );
  });

  it('NEEDS leads on in one click: scorecard, shortlist, comparison of four, file', async () => {
    const page = await site.get(`/needs?${ASKED}`);
    const slugs = page.hrefs('.needs-vendor h2 a').map((href) => href.split('/').at(-1) ?? '');
    const hrefs = page.hrefs('main a').map((href) => decodeURIComponent(href));
    const three = slugs.slice(0, 3).join();
    expect(hrefs).toContain(`/shortlist?v=${three}&need=${FIVE.join()}&must=custodian-data-feeds`);
    expect(hrefs).toContain(`/compare/${slugs.slice(0, 4).toSorted().join('-vs-')}`);
    expect(hrefs).toContain(`/api/needs.csv?features=${FIVE.join()}&musts=custodian-data-feeds`);
    expect(page.html).toContain(`/shortlist?v=${encodeURIComponent(three)}"`);
  });

  it('NEEDS carries weights into the scorecard where they differ from 3, and orders by none', async () => {
    const page = await site.get(
      `/needs?${ASKED}&w=${FIVE[0]}:5&w=${FIVE[1]}:3&w=${FIVE[2]}:1&w=${FIVE[3]}:5&w=bill-payment:5&w=&w=x:9`,
    );
    const weights = `${FIVE[0]}:5,${FIVE[2]}:1`;
    const hrefs = page.hrefs('main a').map((href) => decodeURIComponent(href));
    const score = hrefs.find((href) => href.startsWith('/shortlist?v='));
    expect(new URLSearchParams(score?.split('?')[1]).get('w')).toBe(weights);
    const chips = all(page, '[aria-label="Chosen needs"] li').map((one) => one.textContent);
    expect(chips.filter((text) => /weight/.test(text ?? ''))).toEqual([
      expect.stringContaining('Partnership Accounting (weight 5)'),
      expect.stringContaining('Look-Through Reporting (weight 1)'),
    ]);
    const first = page.document.querySelector(`select[name=w] option[value="${FIVE[0]}:5"]`);
    expect(first?.hasAttribute('selected')).toBe(true);
    const options = all(page, 'select[name=w]')[0]?.querySelectorAll('option') ?? [];
    const weightOf = (one: Element) => one.getAttribute('value')?.split(':')[1] ?? 'none';
    expect([...options].map(weightOf)).toEqual(['none', '5', '3', '1']);
    expect(page.text('main form p')).toContain('Must-haves come first in this list.');
    const plain = await site.get(`/needs?${ASKED}`);
    const order = (one: Page) => all(one, '.needs-vendor h2').map((name) => name.textContent);
    expect(order(page)).toEqual(order(plain));
    expect(plain.hrefs('main a').some((href) => href.includes('w='))).toBe(false);
  });

  it('NEEDS is narrowed by market and category, with the form as it was filled', async () => {
    const page = await site.get(`/needs?${ASKED}&market=Single+Family+Offices&category=Accounting`);
    const query = `features=${FIVE.join()}&market=Single+Family+Offices&category=Accounting`;
    const { body } = await site.call('GET', `/api/needs?${query}`);
    expect(all(page, '.needs-vendor')).toHaveLength(body.total);
    expect(page.text('main')).toContain(
      `${body.total} vendors in Single Family Offices, Accounting`,
    );
    const ticked = all(page, 'input[name=f]').filter((one) => one.hasAttribute('checked'));
    expect(ticked.map((one) => one.getAttribute('value')).toSorted()).toEqual(FIVE.toSorted());
  });

  it('drops nothing of an address in silence: what is unknown, and more needs than 30', async () => {
    const odd = await site.get('/needs?f=general-ledger&f=nix&market=Nowhere&f=%3Cb%3E');
    expect(odd.status).toBe(200);
    expect(odd.text('main')).toContain('Not on this site (any more): nix, <b>, and Nowhere.');
    expect(all(odd, '.needs-vendor').length).toBeGreaterThan(40);
    const { body: features } = await site.call('GET', '/api/features?view=card&limit=31');
    const slugs = features.map(({ slug }: { slug: string }) => slug);
    const many = await site.get(`/needs?${slugs.map((slug: string) => `f=${slug}`).join('&')}`);
    expect(many.status).toBe(200);
    expect(many.text('main')).toContain(
      `At most 30 needs at once. Left out: ${features[30].name}.`,
    );
    expect(all(many, '[aria-label="Chosen needs"] li')).toHaveLength(30);
    const beyond = await site.get('/needs?f=general-ledger&page=9');
    expect([beyond.status, robotsOf(beyond)]).toEqual([404, 'noindex']);
  });

  it('NEEDS is one click from home, lists, features, guides, use cases, landing pages, an empty search, the shortlist and every footer', async () => {
    for (const path of ['/', '/vendors', '/compare', '/shortlist', '/search?q=qqzzxxyy'])
      expect([path, (await site.get(path)).hrefs('main a')]).toEqual([
        path,
        expect.arrayContaining(['/needs']),
      ]);
    expect((await site.get('/about')).hrefs('footer a')).toContain('/needs');
    expect((await site.get('/features/general-ledger')).hrefs('main a')).toContain(
      '/needs?f=general-ledger',
    );
    const starts = ['/use-cases/portfolio-management', '/accounting-software'];
    const { body: guides } = await site.call('GET', '/api/buyers-guides?limit=1');
    for (const path of [...starts, `/buyers-guides/${guides[0].slug}`]) {
      const link = all(await site.get(path), 'main a').find(
        (one) => one.textContent === 'Start from these needs',
      );
      const href = link?.getAttribute('href') ?? '';
      expect([path, href]).toEqual([path, expect.stringMatching(/^\/needs\?f=.+&f=/)]);
      const page = await site.get(href);
      expect(all(page, '[aria-label="Chosen needs"] li').length).toBe(href.split('f=').length - 1);
    }
    const sitemap = await site.api.request('/sitemaps/site-1.xml');
    expect(await sitemap.text()).toContain('/needs</loc>');
  });
});
