import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startSite, type TestSite } from '#testing/render-page.ts';

const columnsOf = (name: string) => [
  name,
  `${name}: rank`,
  `${name}: page date`,
  `${name}: page age`,
  `${name}: evidence`,
  `${name}: checked on`,
  `${name}: read in`,
];

describe('comparing three and four', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await startSite({ data: 'starter' });
  });
  afterAll(() => site.close());

  const THREE = '/compare/addepar-vs-asora-vs-masttro';
  const robotsOf = (page: Awaited<ReturnType<TestSite['get']>>) =>
    page.document.querySelector('meta[name=robots]')?.getAttribute('content') ?? null;

  it('COMPARE has one address, whatever the order; a pair keeps the order asked for', async () => {
    const other = await site.get('/compare/masttro-vs-addepar-vs-asora?only=differences');
    expect([other.status, other.location]).toEqual([301, `${THREE}?only=differences`]);
    const page = await site.get(THREE);
    expect([page.status, page.text('h1'), robotsOf(page)]).toEqual([
      200,
      'Addepar vs Asora vs Masttro',
      'noindex, follow',
    ]);
    expect(page.hrefs('link[rel=canonical]')[0]).toContain(THREE);
    const pair = await site.get('/compare/masttro-vs-addepar');
    expect([pair.status, robotsOf(pair)]).toEqual([200, null]);
    const sitemaps = await Promise.all(
      ['site-1', 'comparisons-1'].map((name) => site.api.request(`/sitemaps/${name}.xml`)),
    );
    for (const sitemap of sitemaps) {
      expect(await sitemap.text()).not.toMatch(/-vs-[^<]+-vs-/);
    }
  });

  it('COMPARE shows a column for each, with its evidence, and counts what differs', async () => {
    const { body } = await site.call('GET', '/api/compare/addepar-vs-altoo-vs-asora-vs-masttro');
    const slugs = [body.vendorA, body.vendorB, body.vendorC, body.vendorD].map(({ slug }) => slug);
    expect(slugs).toEqual(['addepar', 'altoo', 'asora', 'masttro']);
    const page = await site.get('/compare/addepar-vs-altoo-vs-asora-vs-masttro');
    expect(page.document.querySelectorAll('[aria-label="The four vendors"] > li')).toHaveLength(4);
    for (const row of page.document.querySelectorAll('.compare-table tr[data-differs]')) {
      expect(row.querySelectorAll('td')).toHaveLength(4);
    }
    const known = body.coverage
      .flatMap(({ rows }: { rows: { cells: unknown[] }[] }) => rows)
      .flatMap(({ cells }: { cells: unknown[] }) => cells)
      .filter(Boolean).length;
    const opened = page.document.querySelectorAll('.compare-table td details.evidence').length;
    expect(known).toBeGreaterThan(20);
    // Facts of the company open their sources too.
    expect(opened).toBeGreaterThan(known);
    expect(page.body).toMatch(/\d+ of \d+ rows differ/);
    expect(page.body).toMatch(/\d+ not confirmed for any/);
  });

  it('COMPARE keeps its switches and the columns of a narrow screen in the address', async () => {
    const page = await site.get(
      `${THREE}?only=differences&only=one-side&left=masttro&right=addepar`,
    );
    const switches = [...page.document.querySelectorAll('input[type=checkbox][name=only]')];
    expect(switches.map((one) => [one.getAttribute('value'), one.hasAttribute('checked')])).toEqual(
      [
        ['differences', true],
        ['one-side', true],
      ],
    );
    const places = [...page.document.querySelectorAll('.compare-table thead th[data-narrow]')];
    expect(places.slice(0, 3).map((th) => th.getAttribute('data-narrow'))).toEqual([
      'right',
      'none',
      'left',
    ]);
    const odd = await site.get(`${THREE}?left=nobody&right=addepar`);
    expect(
      [...odd.document.querySelectorAll('.compare-table thead th[data-narrow]')]
        .slice(0, 3)
        .map((th) => th.getAttribute('data-narrow')),
    ).toEqual(['left', 'right', 'none']);
  });

  it('COMPARE adds, swaps and removes a vendor without script', async () => {
    const page = await site.get('/compare/masttro-vs-addepar');
    const form = page.document.querySelector('form[action="/compare"]');
    const sent = [...(form?.querySelectorAll('[name]') ?? [])].map((field) =>
      field.getAttribute('name'),
    );
    expect(sent).toEqual(['with', 'with', 'add', 'instead']);
    const goesTo = async (query: string) => (await site.get(`/compare?${query}`)).location;
    const pair = 'with=masttro&with=addepar';
    expect(await goesTo(`${pair}&add=asora&instead=`)).toBe(THREE);
    expect(await goesTo(`${pair}&add=asora&instead=addepar`)).toBe('/compare/masttro-vs-asora');
    expect(page.hrefs('form[action="/compare"] a')).toContain('/compare?vendor=addepar');
    const three = await site.get(THREE);
    expect(three.hrefs('form[action="/compare"] a')).toEqual([
      '/compare/asora-vs-masttro',
      '/compare/addepar-vs-masttro',
      '/compare/addepar-vs-asora',
    ]);
  });

  it('COMPARE keeps its switches when a vendor is added, swapped or removed without script', async () => {
    const switches = 'only=differences&only=one-side';
    const page = await site.get(`${THREE}?${switches}&left=masttro&right=addepar`);
    const sent = [...page.document.querySelectorAll('form[action="/compare"] [type=hidden]')].map(
      (field) => `${field.getAttribute('name')}=${field.getAttribute('value')}`,
    );
    expect(sent).toEqual([
      'with=addepar',
      'with=asora',
      'with=masttro',
      'only=differences',
      'only=one-side',
    ]);
    const changed = await site.get(`/compare?${sent.join('&')}&add=altoo&instead=asora`);
    expect(changed.location).toBe(`/compare/addepar-vs-altoo-vs-masttro?${switches}`);
    expect(page.hrefs('form[action="/compare"] a')).toContain(
      `/compare/asora-vs-masttro?${switches}`,
    );
    const pair = await site.get('/compare/masttro-vs-addepar?only=differences');
    const left = '/compare?vendor=addepar&only=differences';
    expect(pair.hrefs('form[action="/compare"] a')).toContain(left);
    const tool = await site.get(left);
    expect(tool.document.querySelector('[name=only]')?.getAttribute('value')).toBe('differences');
    const next = await site.get(`${left}&second=asora`);
    expect(next.location).toBe('/compare/addepar-vs-asora?only=differences');
  });

  it('COMPARE prints the address of the rows that were printed, and keeps one canonical', async () => {
    const footOf = async (path: string) =>
      /--print-foot:"[^"]*?(\/compare[^,]*),/.exec((await site.get(path)).html)?.[1];
    const shown = '/compare/masttro-vs-addepar?only=differences&only=one-side';
    expect(await footOf(shown)).toBe(shown);
    expect(await footOf(`${THREE}?left=masttro&right=asora`)).toBe(THREE);
    expect((await site.get(shown)).hrefs('link[rel=canonical]')[0]).toMatch(
      /\/compare\/addepar-vs-masttro$/,
    );
  });

  it('COMPARE refuses a fifth in words, and suggests others for an unknown one', async () => {
    const fifth = await site.get('/compare/addepar-vs-altoo-vs-asora-vs-masttro-vs-kubera');
    expect([fifth.status, robotsOf(fifth)]).toEqual([404, 'noindex']);
    expect(fifth.body).toContain('At most 4 vendors can be compared at once');
    const unknown = await site.get('/compare/adepar-vs-asora-vs-masttro');
    expect(unknown.status).toBe(404);
    expect(unknown.body).toContain(
      'We couldn\'t find vendors "adepar", "asora", and "masttro". Here are some suggestions:',
    );
    expect((await site.get('/compare/asora-vs-asora-vs-masttro')).status).toBe(404);
  });

  it('COMPARE writes a file with the address of what was read, and no cell of it runs', async () => {
    const response = await site.api.request('/api/comparison.csv?of=addepar-vs-asora-vs-masttro');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="addepar-vs-asora-vs-masttro.csv"',
    );
    const lines = (await response.text()).split('\r\n');
    expect(lines[0]).toBe(
      ['group', 'criterion', ...['Addepar', 'Asora', 'Masttro'].flatMap(columnsOf)].join(),
    );
    const undated = /,Documented,first hand,,undated,https:\/\/\S+,2026-11-\d\d,/;
    const old = /,(?:Documented|Partly),first hand,20[12]\d[-\d]*,older than two years,https:/;
    expect(lines.some((line) => undated.test(line))).toBe(true);
    expect(lines.some((line) => old.test(line))).toBe(true);
    const { body } = await site.asEditor('GET', '/api/vendors/asora');
    const source = { field: 'pricing', url: 'https://asora.example/price', readIn: null };
    const change = (pricing: string | null, sources: unknown) =>
      site.asEditor('PUT', `/api/vendors/${body.id}`, { pricing, sources });
    await change('=1+1', [source]);
    const harmful = await site.api.request('/api/comparison.csv?of=addepar-vs-asora');
    const row = (await harmful.text()).split('\r\n').find((line) => line.includes(",'=1+1,"));
    // A source that does not say how it was read counts as a stored copy.
    expect(row).toMatch(/,'=1\+1,.*,https:\/\/asora\.example\/price,[^,]*,stored copy$/);
    await change(body.pricing, body.sources);
  });

  it('COMPARE folds what nobody confirms to its name, and shows no row of it', async () => {
    const { body } = await site.call('GET', '/api/compare/addepar-vs-asora-vs-masttro');
    type Row = { feature: { name: string; slug: string }; cells: unknown[] };
    const rows: Row[] = body.coverage.flatMap((group: { rows: Row[] }) => group.rows);
    const open = rows.filter(({ cells }) => cells.every((cell) => cell === null));
    expect(open.length).toBeGreaterThan(5);
    const page = await site.get(THREE);
    const links = (selector: string) => page.hrefs(`${selector} a[href^="/features/"]`);
    const asked = open.map(({ feature }) => `/features/${feature.slug}`);
    expect(links('.compare-folded dl').toSorted()).toEqual(asked.toSorted());
    expect(links('.compare-table tbody')).toHaveLength(rows.length - open.length);
    expect(page.text('.compare-folded')).toContain(`${open.length} not confirmed for any`);
  });

  it('COMPARE tells rows that one side alone is known of', async () => {
    const { body } = await site.call('GET', '/api/compare/eton-solutions-vs-fundcount');
    type Row = { feature: { name: string }; cells: unknown[] };
    const rows: Row[] = body.coverage.flatMap((group: { rows: Row[] }) => group.rows);
    const alone = rows.filter(({ cells }) => cells.filter(Boolean).length === 1);
    const page = await site.get('/compare/eton-solutions-vs-fundcount?only=one-side');
    const told = [...page.document.querySelectorAll('tr[data-one-side=true] th')].map(
      (th) => th.textContent ?? '',
    );
    expect(alone.length).toBeGreaterThan(5);
    for (const { feature } of alone) expect(told).toContain(feature.name);
    expect(page.body).toContain(`${told.length} known of one side only`);
    expect(page.document.querySelectorAll('[aria-label="What the marks mean"] > li')).toHaveLength(
      7,
    );
  });
});
