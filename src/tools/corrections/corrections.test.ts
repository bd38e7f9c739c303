import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawDecision } from '#testing/draw-decision.ts';
import { startSite, type TestSite } from '#testing/render-page.ts';

const REASON = 'The page <still> says so.';

let site: TestSite;
beforeAll(async () => {
  site = await startSite({ data: 'starter', settings: { SITE_URL: 'https://guide.example' } });
  await site.call('POST', '/api/corrections', { path: '/vendors/addepar', text: 'Secret words' });
  await site.asEditor('POST', '/api/corrections/1/decide', { decision: 'refuse', reason: REASON });
});
afterAll(() => site.close());

const formOf = (about: string) => `/corrections/new?about=${encodeURIComponent(about)}`;

describe('the public ledger', () => {
  it('says what was decided and why, and nothing that the reader wrote', async () => {
    const page = await site.get('/corrections');
    expect(page.status).toBe(200);
    expect(page.body).toContain(
      '1 received, 0 accepted, 1 refused, 0 the same as another. Median of the last 90 days: less than a day.',
    );
    expect(page.body).toContain('No. 1: Refused within a day');
    expect(page.body).toContain(REASON);
    expect(page.hrefs('main ol a')).toEqual(['/vendors/addepar']);
    expect(page.html).not.toContain('Secret words');
    expect((await site.get('/corrections?page=9')).status).toBe(404);
  });

  it('says of one that was merged by an earlier release which other it is the same as', async () => {
    await site.call('POST', '/api/corrections', { path: '/vendors/addepar', text: 'Again' });
    await site.db.execute(
      sql`update corrections set state = 'merged', merged_into = 1, decided_at = now() where id = 2`,
    );
    expect((await site.get('/corrections')).body).toContain('No. 2: Same as no. 1, within a day');
    expect(await site.readTwin('/corrections')).toContain('No. 2: Same as no. 1, within a day');
  });

  it('has a twin, and stands in the sitemap and in llms.txt', async () => {
    const twin = await site.readTwin('/corrections');
    expect(twin).toContain('# Corrections');
    expect(twin).toContain('[Addepar](https://guide.example/vendors/addepar.md)');
    expect(twin).toContain('says so.');
    expect(twin).not.toContain('Secret words');
    const textOf = async (path: string) => (await site.api.request(path)).text();
    expect(await textOf('/sitemaps/site-1.xml')).toContain('https://guide.example/corrections<');
    expect(await textOf('/llms.txt')).toContain('https://guide.example/corrections');
    for (const path of ['/contact', '/methodology'])
      expect((await site.get(path)).hrefs('main a')).toContain('/corrections');
  });
});

describe('“Something wrong?”', () => {
  /** A vendor that documents what the other has no evidence of. */
  let documents: string;
  beforeAll(async () => {
    const bare = { name: 'Bare Books', slug: 'bare-books', founded: '2001', features: ['Books'] };
    await site.asEditor('POST', '/api/vendors', bare);
    const path = '/api/coverage?feature=general-ledger&level=documented&limit=1';
    documents = (await site.call('GET', path)).body[0].vendor.slug;
  });

  it('stands on every item’s page and leads to the form about it, without being followed by robots', async () => {
    const [article] = (await site.call('GET', '/api/news?limit=1')).body;
    for (const path of ['/vendors/addepar', `/news/${article.slug}`, '/features/general-ledger']) {
      const { document } = await site.get(path);
      const link = document.querySelector(`main a[href="${formOf(path)}"]`);
      expect([path, link?.textContent, link?.getAttribute('rel')]).toEqual([
        path,
        'Something wrong?',
        'nofollow',
      ]);
      expect(link?.getAttribute('target')).toBe('_self');
    }
  });

  it('stands beside every fact and every cell, and names it', async () => {
    const vendor = await site.get('/vendors/addepar');
    const open = [...vendor.document.querySelectorAll('.evidence-text')];
    expect(open.length).toBeGreaterThan(20);
    const without = open.filter(
      (one) => !one.querySelector(`a[href^="${formOf('/vendors/addepar#')}"]`),
    );
    expect(without.map((one) => one.textContent)).toEqual([]);
    for (const path of [
      '/features/general-ledger',
      '/compare/addepar-vs-masttro',
      '/features/matrix',
    ]) {
      const { document } = await site.get(path);
      const cells = [...document.querySelectorAll('.evidence-text')];
      expect(cells.length).toBeGreaterThan(0);
      const bare = cells.filter((one) => !one.querySelector('a[href^="/corrections/new?about="]'));
      expect([path, bare.length]).toEqual([path, 0]);
    }
  });

  it('stands where nothing was read, in searches, needs and scorecards', async () => {
    const of = (part: string, slug = 'bare-books') => formOf(`/vendors/${slug}#${part}`);
    const stands: [string, string, number][] = [
      ['/vendors/bare-books', of('founded'), 1],
      ['/vendors/bare-books', of('features'), 1],
      ['/features/matrix?f=general-ledger&v=bare-books', of('general-ledger'), 1],
      ['/compare/addepar-vs-bare-books', of('founded'), 1],
      ['/compare/addepar-vs-bare-books', of('founded', 'addepar'), 1],
      ['/needs?f=general-ledger', of('general-ledger'), 1],
      ['/needs?f=general-ledger', of('general-ledger', documents), 1],
      ['/vendors?feature=general-ledger', of('general-ledger', documents), 1],
    ];
    for (const [path, href, count] of stands) {
      const found = (await site.get(path)).hrefs('main a').filter((one) => one === href);
      expect([path, href, found.length]).toEqual([path, href, count]);
    }
    const { body: data } = await site.call('GET', '/api/decision-data');
    const { scores } = drawDecision(data, ['bare-books', documents], 'general-ledger');
    expect(scores.split(`href="${of('general-ledger')}"`)).toHaveLength(2);
    expect(scores.split(`href="${of('general-ledger', documents)}"`)).toHaveLength(2);
  });
});

describe('addresses of earlier releases', () => {
  it.each(['/vendor-word?token=from-an-e-mail', '/vendor-word/answers'])(
    '%s has ended, and says where to write instead',
    async (path) => {
      const response = await site.api.request(path);
      expect(response.status).toBe(410);
      const text = await response.text();
      expect(text).toContain('This link has ended');
      expect(text).toContain('href="/corrections/new"');
    },
  );

  it('the form of a vendor leads to a correction of its profile', async () => {
    const response = await site.api.request('/vendors/addepar/word');
    expect(response.status).toBe(301);
    expect(response.headers.get('location')).toBe(formOf('/vendors/addepar'));
  });
});
