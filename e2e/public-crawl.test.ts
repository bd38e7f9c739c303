import { setTimeout as sleep } from 'node:timers/promises';
import { parseHTML } from 'linkedom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { listPageTypes, open, PAGE_TYPES } from './public-support.ts';

/** links.md, section 1: each of these opens without a session. */
const FIXED = `
/ /about /accounting-software /best-family-office-software /buyers-guides /compare /contact
/data-aggregation /data-aggregation-software /disclaimer /editorial-guidelines
/family-office-crm-software /faq /features /features/crm-client-portal
/features/security-compliance /glossary /methodology /news /portfolio-management
/portfolio-management-software /privacy-policy /reporting /reporting-tools-software /services
/terms-of-service /types /use-cases /use-cases/consolidated-reporting
/use-cases/crm-relationship-management /use-cases/portfolio-management /vendors
`
  .trim()
  .split(/\s+/);

const REDIRECTS: Record<string, string> = {
  '/reporting': '/reporting-tools-software',
  '/portfolio-management': '/portfolio-management-software',
  '/data-aggregation': '/data-aggregation-software',
};

const FAILURES =
  /Page Not Found|Entry Not Found|(?:Term|Service|Type|Feature|Use Case|Vendor|Guide|Comparison) Not Found|Something went wrong/;

interface Visited {
  status: number;
  location: string | null;
  /** Its text where it failed, else nothing. */
  failure: string;
  hrefs: string[];
  /** Addresses within the page that lead to no element of it. */
  lost: string[];
  images: { src: string; isSized: boolean }[];
  headings: number;
  /** Whether a form of it sends data. */
  posts: boolean;
}

let site: BrowserSite;
const visited = new Map<string, Visited>();

/** As crawlers do, it comes back when a page says that it is too busy just now, and at most twice. */
const ask = async (path: string, again = 2): Promise<Response> => {
  const response = await fetch(site.url + path, { redirect: 'manual' });
  const seconds = Number(response.headers.get('retry-after'));
  if (response.status !== 503 || !seconds || again === 0) return response;
  await sleep(seconds * 1000);
  return ask(path, again - 1);
};

const readPage = async (response: Response) => {
  const isPage = response.headers.get('content-type')?.startsWith('text/html');
  const html = isPage ? await response.text() : '';
  const { document } = parseHTML(html || '<html><body></body></html>');
  for (const script of document.querySelectorAll('body script')) script.remove();
  return document as unknown as Document;
};

const attributesOf = (document: Document, selector: string, name: string) =>
  [...document.querySelectorAll(selector)].map((element) => element.getAttribute(name) ?? '');

/** The tests' questions about a page: a thousand documents would fill the memory, which then takes most of the time. */
const visit = async (path: string): Promise<Visited> => {
  const found = visited.get(path);
  if (found) return found;
  const response = await ask(path);
  const document = await readPage(response);
  const text = document.body?.textContent ?? '';
  // As search engines do, it leaves out the combinations of filters.
  const hrefs = attributesOf(document, 'a[href]:not([rel~=nofollow])', 'href');
  const page: Visited = {
    status: response.status,
    location: response.headers.get('location')?.replace(site.url, '') ?? null,
    failure:
      response.status !== 200 || FAILURES.test(text)
        ? text.replaceAll(/\s+/g, ' ').slice(0, 300)
        : '',
    hrefs,
    lost: hrefs
      .filter((href) => href.startsWith('#') && href.length > 1)
      .filter((href) => !document.getElementById(href.slice(1))),
    images: [...document.querySelectorAll('img')].map((image) => ({
      src: image.getAttribute('src') ?? '',
      isSized: Boolean(image.getAttribute('width') && image.getAttribute('height')),
    })),
    headings: document.querySelectorAll('h1').length,
    posts: [...document.querySelectorAll('form')].some(
      (form) => (form.getAttribute('method') ?? 'get').toLowerCase() !== 'get',
    ),
  };
  visited.set(path, page);
  return page;
};

const readDocument = async (path: string) => readPage(await ask(path));

const insideOf = (hrefs: readonly string[]) =>
  hrefs
    .map((href) => href.replace(site.url, '').split('#')[0] ?? '')
    .filter((href) => href.startsWith('/') && !href.startsWith('//'));

const list = async (path: string) => (await fetch(`${site.url}/api/${path}`)).json();

/** One at a time: a crawl must not be a load test. */
const crawl = async (start: string) => {
  const queue = [start];
  const queued = new Set(queue);
  const work = async () => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) {
      const page = await visit(path);
      const next = page.location ? [page.location] : insideOf(page.hrefs);
      for (const href of next) {
        if (queued.has(href) || href.startsWith('/api/')) continue;
        queued.add(href);
        queue.push(href);
      }
    }
  };
  await work();
  return [...queued];
};

let found: string[] = [];

beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
  found = await crawl('/');
}, 900_000);
afterAll(() => site.close());

describe('a crawl from the home page', () => {
  it('P26.07 reaches every area of the site', () => {
    expect(found.length).toBeGreaterThan(250);
    expect(found).toEqual(
      expect.arrayContaining(['/vendors', '/compare', '/accounting-software', '/about']),
    );
    for (const area of [
      '/vendors/',
      '/news/',
      '/buyers-guides/',
      '/faq/',
      '/glossary/',
      '/services/',
    ]) {
      expect(
        found.some((path) => path.startsWith(area)),
        area,
      ).toBe(true);
    }
    for (const area of [
      '/data/vendors.csv',
      '/feed.xml',
      '/types/',
      '/features/',
      '/use-cases/',
      '/compare/',
      '/comparisons/',
    ]) {
      expect(
        found.some((path) => path.startsWith(area)),
        area,
      ).toBe(true);
    }
  });

  it('P1.06 finds every link answering 200, or the intended redirect', () => {
    const broken = found.filter((path) => {
      const page = visited.get(path);
      if (page?.status === 200) return page.failure !== '';
      return page?.status !== 301 || page.location !== REDIRECTS[path];
    });
    const told = broken.map((path) => {
      const { status, location, failure } = visited.get(path) ?? {};
      return `${path}: ${status} ${location ?? ''} ${failure}`;
    });
    expect(told.join('\n')).toBe('');
  });

  it('every image of every page loads and states its size', async () => {
    const sources = new Set<string>();
    const unsized: string[] = [];
    for (const [path, page] of visited) {
      for (const { src, isSized } of page.images) {
        sources.add(src);
        if (!isSized) unsized.push(`${path} ${src}`);
      }
    }
    const broken: string[] = [];
    for (const src of sources) {
      const response = await fetch(new URL(src, site.url));
      const isImage = response.headers.get('content-type')?.startsWith('image/');
      if (response.status !== 200 || !isImage) broken.push(src);
    }
    expect(broken).toEqual([]);
    expect(unsized).toEqual([]);
  });

  it('P1.18 no page holds a form that sends data, but for the one that takes corrections', async () => {
    await visit('/corrections/new');
    const posting = [...visited].filter(([path, page]) => !path.startsWith('/auth') && page.posts);
    expect(posting.map(([path]) => path)).toEqual(['/corrections/new']);
  });

  it('links within a page lead to an element of that page', () => {
    const inner = [...visited].flatMap(([, page]) => page.hrefs.filter((one) => /^#./.test(one)));
    expect(inner.length).toBeGreaterThan(0);
    const lost = [...visited].flatMap(([path, page]) => page.lost.map((href) => path + href));
    expect(lost).toEqual([]);
  });
});

describe('the addresses that the spec names', () => {
  it.each(FIXED)('P20.01 %s opens', async (path) => {
    const wanted = REDIRECTS[path];
    const first = await visit(path);
    if (wanted) expect([first.status, first.location]).toEqual([301, wanted]);
    const page = wanted ? await visit(wanted) : first;
    expect(page.status).toBe(200);
    expect(page.failure).toBe('');
    expect(page.headings).toBe(1);
  });

  it('P20.04 /auth and /admin open for an anonymous visitor', async () => {
    expect((await visit('/auth')).status).toBe(200);
    expect((await visit('/admin')).status).toBe(200);
    const admin = await readDocument('/admin');
    expect(admin.body.textContent).toContain('Login Required');
  });

  it('P24.07 P24.09 /api/login and /api/logout redirect', async () => {
    for (const path of ['/api/login', '/api/logout']) {
      const response = await fetch(site.url + path, { redirect: 'manual' });
      expect(response.status, path).toBeGreaterThanOrEqual(302);
      expect(response.status, path).toBeLessThan(400);
    }
  });

  it('P20.02 every item of every list has its page', async () => {
    const missing: string[] = [];
    for (const name of [
      'faq',
      'glossary',
      'services',
      'types',
      'features',
      'use-cases',
      'vendors',
    ]) {
      for (const { slug } of await list(name))
        if ((await visit(`/${name}/${slug}`)).status !== 200) missing.push(`/${name}/${slug}`);
    }
    for (const name of ['buyers-guides', 'comparisons', 'news?status=published']) {
      const folder = name.split('?')[0];
      for (const { slug } of await list(name))
        if ((await visit(`/${folder}/${slug}`)).status !== 200) missing.push(`/${folder}/${slug}`);
    }
    expect(missing).toEqual([]);
  });

  it('P7.07 P7.12 each category of features is preselected by its address', async () => {
    const features: { category: string }[] = await list('features');
    const categories = [...new Set(features.map(({ category }) => category))];
    expect(categories).toHaveLength(11);
    for (const category of categories) {
      const page = await readDocument(`/features?category=${encodeURIComponent(category)}`);
      const chip = page.querySelector('nav[aria-label=Categories] [aria-current]');
      expect(chip?.textContent).toContain(category);
    }
  });

  it('P10.25 P10.26 P12.03 comparisons of every vendor lead on', async () => {
    const vendors: { id: number; slug: string }[] = await list('vendors');
    for (const { id } of vendors) {
      for (const comparison of await list(`vendors/${id}/comparisons`))
        expect((await visit(`/compare/${comparison.slug}`)).status, comparison.slug).toBe(200);
    }
    const slug = vendors.at(-1)?.slug ?? '';
    const page = await readDocument(`/compare?vendor=${slug}`);
    const chosen = page.querySelector('select[name=vendor] option[selected]');
    expect(chosen?.getAttribute('value')).toBe(slug);
  });

  it('P13.04 a sample of pairs can be compared', async () => {
    const slugs: string[] = (await list('vendors')).map(({ slug }: { slug: string }) => slug);
    for (let index = 0; index + 7 < slugs.length; index += 5) {
      const pair = `/compare/${slugs[index]}-vs-${slugs[index + 7]}`;
      expect((await visit(pair)).status, pair).toBe(200);
    }
  });

  it('P2.11 P12.05 three fixed pairs on the home page and on the compare page', async () => {
    const pairs = async (path: string) =>
      (await visit(path)).hrefs.filter((href) => /^\/compare\/.+-vs-/.test(href));
    expect(new Set(await pairs('/')).size).toBe(3);
    expect(await pairs('/compare')).toEqual(await pairs('/'));
  });
});

describe('in a real browser', () => {
  it('P23.03 no page logs an error or a hydration warning', async () => {
    const page = await site.newPage();
    const warnings: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'warning') warnings.push(message.text());
    });
    for (const path of [...(await listPageTypes(site.url)), '/auth']) {
      await open(page, path);
      expect([path, ...page.problems, ...warnings]).toEqual([path]);
      expect([path, await page.locator('[role=alert], li[data-state=open]').count()]).toEqual([
        path,
        0,
      ]);
    }
    await page.context().close();
  });

  it('with scripts off every page reads the same', async () => {
    const page = await site.newPage({ javaScriptEnabled: false });
    for (const path of PAGE_TYPES) {
      await page.goto(path);
      const seen = await page.locator('main').innerText();
      expect(seen.length, path).toBeGreaterThan(350);
      expect(
        await page.locator('main [data-skeleton-card], main [role=status]').count(),
        path,
      ).toBe(0);
      expect(await page.locator('h1').isVisible(), path).toBe(true);
    }
    await page.context().close();
  });

  it('with scripts off the filters, the compare form, the accordions and the menu work', async () => {
    const page = await site.newPage({
      javaScriptEnabled: false,
      viewport: { width: 390, height: 800 },
    });
    await page.goto('/vendors');
    await page.getByLabel('Search vendors').fill('addepar');
    await page.locator('main').getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/q=addepar/);
    await expect.poll(() => page.getByText(/^Showing 1 of/).count()).toBe(1);

    await page.goto('/compare');
    await page.getByLabel('First Platform').selectOption('addepar');
    await page.getByLabel('Second Platform').selectOption('masttro');
    await page.getByRole('button', { name: 'Compare Now' }).click();
    await page.waitForURL('**/compare/addepar-vs-masttro');
    const rows = await page.locator('tr[data-differs=false]:visible').count();
    await page.getByLabel('Only differences').check();
    expect(rows).toBeGreaterThan(0);
    await expect.poll(() => page.locator('tr[data-differs=false]:visible').count()).toBe(0);

    await page.goto('/');
    const answer = page.locator('details').first().locator('div');
    expect(await answer.isVisible()).toBe(false);
    await page.locator('details summary').first().click();
    await answer.waitFor();
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('#site-nav').getByRole('link', { name: 'News' }).click();
    await page.waitForURL('**/news');
    await page.context().close();
  });
});
