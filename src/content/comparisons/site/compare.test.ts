import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

describe('the compare pages', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'starter' });
  });
  afterAll(() => site.close());

  it('P12.01 P12.05 P12.06 P12.08 offers sorted selectors, popular pairs, reasons and analyses', async () => {
    const page = await site.get('/compare');
    const names = [...page.document.querySelectorAll('select[name=vendor] option')]
      .slice(1)
      .map((o) => o.textContent ?? '');
    expect(names).toHaveLength(30);
    expect(names).toEqual(
      [...names].sort((a, b) => a.toLowerCase().localeCompare(b.toLowerCase())),
    );
    expect(page.body).toContain('First Platform');
    expect(page.body).toContain('Second Platform');
    expect(page.body).toContain('Why Compare');
    expect(page.body).toContain('Read Analysis');
    expect(page.hrefs('main a').filter((href) => href.startsWith('/compare/'))).toHaveLength(3);
    expect(
      page.hrefs('main a').filter((href) => href.startsWith('/comparisons/')).length,
    ).toBeGreaterThanOrEqual(10);
  });

  it('P12.02 P12.03 preselects a known vendor and ignores an unknown one', async () => {
    const known = await site.get('/compare?vendor=altoo');
    expect(
      known.document.querySelector('select[name=vendor] option[selected]')?.getAttribute('value'),
    ).toBe('altoo');
    const unknown = await site.get('/compare?vendor=zzz');
    expect(unknown.status).toBe(200);
    expect(
      unknown.document
        .querySelector('select[name=vendor] option[selected]')
        ?.getAttribute('value') ?? '',
    ).toBe('');
  });

  it('P12.04 sends a plain form with both choices to the comparison', async () => {
    const page = await site.get('/compare?vendor=altoo&second=asora');
    expect([page.status, page.location]).toEqual([302, '/compare/altoo-vs-asora']);
  });

  it('P13.01 P13.03 P13.04 P13.07 P13.09 shows both vendors and the matrix', async () => {
    const page = await site.get('/compare/masttro-vs-addepar');
    expect(page.status).toBe(200);
    expect(page.text('h1')).toBe('Masttro vs Addepar');
    for (const part of [
      'Company Overview',
      'Requirements & Pricing',
      'Core Features',
      'Not specified',
      'None specified',
      'Compare Other Platforms',
      'Browse All Vendors',
      'View Profile',
      'Visit Website',
    ]) {
      expect(page.body).toContain(part);
    }
    expect(page.document.querySelector('link[rel=canonical]')?.getAttribute('href')).toMatch(
      /\/compare\/addepar-vs-masttro$/,
    );
  });

  it('P13.10 P13.11 P13.13 P13.14 P13.16 suggests others when a pair does not exist', async () => {
    for (const pair of ['adepar-vs-yyy', 'addepar-vs-addepar', 'addepar']) {
      const page = await site.get(`/compare/${pair}`);
      expect(page.status).toBe(404);
      expect(page.body).toContain('Comparison Not Found');
      expect(page.hrefs('main a').filter((href) => /^\/compare\/.+-vs-/.test(href))).toHaveLength(
        3,
      );
      expect(page.hrefs('main a')).toContain('/vendors/addepar');
    }
    const page = await site.get('/compare/adepar-vs-yyy');
    expect(page.body).toContain(
      'We couldn\'t find vendors "adepar" and "yyy". Here are some suggestions:',
    );
  });

  it('P13.17 shows a curated comparison with its conclusion', async () => {
    const page = await site.get('/comparisons/addepar-vs-masttro');
    expect(page.status).toBe(200);
    expect(page.body).toContain('Conclusion');
    expect(page.body).toContain('Company Overview');
    expect((await site.get('/comparisons/zzz')).status).toBe(404);
  });

  it('A14.13 P13.15 leads on from a pair whose vendors were renamed, on either side', async () => {
    const rename = async (from: string, to: string) => {
      const { body } = await site.asEditor('GET', `/api/vendors/${from}`);
      return site.asEditor('PUT', `/api/vendors/${body.id}`, { slug: to });
    };
    const goesTo = async (pair: string) => {
      const page = await site.get(`/compare/${pair}`);
      return [page.status, page.location];
    };
    expect((await site.get('/compare/fundcount-vs-masttro')).status).toBe(200);
    await rename('fundcount', 'fund-count');
    expect(await goesTo('fundcount-vs-masttro')).toEqual([301, '/compare/fund-count-vs-masttro']);
    expect(await goesTo('masttro-vs-fundcount')).toEqual([301, '/compare/masttro-vs-fund-count']);
    await rename('masttro', 'zmasttro');
    await rename('zmasttro', 'amasttro');
    expect(await goesTo('masttro-vs-fundcount')).toEqual([301, '/compare/amasttro-vs-fund-count']);
    expect(await goesTo('zmasttro-vs-fund-count')).toEqual([
      301,
      '/compare/amasttro-vs-fund-count',
    ]);
    const now = await site.get('/compare/fund-count-vs-amasttro');
    expect(now.status).toBe(200);
    expect(now.hrefs('link[rel=canonical]')[0]).toMatch(/\/compare\/amasttro-vs-fund-count$/);

    // The same vendor under two names, a name that nobody had, and a vendor that is closed are no pairs.
    for (const pair of ['masttro-vs-amasttro', 'masttro-vs-zmasttro', 'masttro-vs-nobody'])
      expect(await goesTo(pair)).toEqual([404, null]);
    const closed = await site.asEditor('GET', '/api/vendors/fund-count');
    await site.asEditor('PUT', `/api/vendors/${closed.body.id}`, { isPublished: false });
    const page = await site.get('/compare/masttro-vs-fundcount');
    expect(page.status).toBe(404);
    expect(page.html).not.toContain('fund-count');
    await site.asEditor('PUT', `/api/vendors/${closed.body.id}`, { isPublished: true });
    await rename('fund-count', 'fundcount');
    await rename('amasttro', 'masttro');
    expect((await site.get('/compare/fundcount-vs-masttro')).status).toBe(200);
    expect(await goesTo('fund-count-vs-amasttro')).toEqual([301, '/compare/fundcount-vs-masttro']);
  });

  it('A14.13 follows a redirect that an editor laid, and PROMISE 12 takes a long address for none', async () => {
    const redirect = { fromPath: '/compare/our-pick', toPath: '/compare/addepar-vs-masttro' };
    await site.asEditor('POST', '/api/redirects', redirect);
    const page = await site.get(redirect.fromPath);
    expect([page.status, page.location]).toEqual([301, redirect.toPath]);
    expect((await site.get(`/compare/${'a'.repeat(245)}-vs-${'b'.repeat(245)}`)).status).toBe(404);
  });

  it('P9.11 P22.04 leaves an unpublished vendor out of every public page', async () => {
    const { body } = await site.asEditor('GET', '/api/vendors/altoo');
    await site.asEditor('PUT', `/api/vendors/${body.id}`, { isPublished: false });
    for (const path of ['/', '/vendors', '/compare']) {
      expect((await site.get(path)).html).not.toContain('/vendors/altoo');
      expect((await site.get(path)).html).not.toContain('value="altoo"');
    }
    expect((await site.get('/vendors/altoo')).body).toContain('Vendor Not Found');
    expect((await site.get('/compare/asora-vs-altoo')).status).toBe(404);
    expect((await site.get('/comparisons/asora-vs-altoo')).status).toBe(404);
    expect((await site.get('/vendors/altoo', { cookie: site.cookie })).body).toContain(
      'Draft preview',
    );
  });
});
