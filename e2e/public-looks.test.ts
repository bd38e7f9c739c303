import { HtmlValidate } from 'html-validate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COLORS, type Findings, runAxe } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { holdBack, listPageTypes, passTime, waitUntilHydrated } from './public-support.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const SMALLEST = { width: 320, height: 640 };
const PHONE = { width: 390, height: 800 };
const DESK = { width: 1440, height: 900 };

/** Scrolled parts are laid out in full, so that none lies under another while axe looks. */
const UNSCROLLED = `
  .matrix { overflow: visible !important; max-height: none !important }
  .matrix :is(th, td) { position: static !important }`;

let site: BrowserSite;
let paths: string[];

beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
  const wrong = ['/no/such/page', '/zzz', '/compare/zzz-vs-yyy'];
  paths = [...(await listPageTypes(site.url)), '/search?q=adepar', '/search?q=zzzz', ...wrong];
});
afterAll(() => site.close());

describe('axe finds nothing on any kind of page, and no contrast that it cannot decide', () => {
  it('at 1440 and 390 px, by day and by night', async () => {
    const page = await site.newPage({ viewport: DESK, bypassCSP: true });
    const found: string[] = [];
    const tell = (where: string, findings: Findings['violations']) => {
      for (const { id, nodes } of findings)
        found.push(`${where} ${id} ${nodes.length}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
    };
    const lookAtDesk = async (path: string, colorScheme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme });
      const { violations, incomplete } = await runAxe(
        page,
        colorScheme === 'dark' ? COLORS : RULES,
      );
      const undecided = incomplete.filter(({ id }) => id === 'color-contrast');
      tell(`${path} ${colorScheme}`, [...violations, ...undecided]);
    };
    for (const path of paths) {
      await page.setViewportSize(DESK);
      await page.goto(path);
      await waitUntilHydrated(page);
      await page.addStyleTag({ content: UNSCROLLED });
      await lookAtDesk(path, 'light');
      await lookAtDesk(path, 'dark');
      await page.setViewportSize(PHONE);
      // Colors on a phone are those of the desk, but for the header and for filters, which all lists share.
      const hasOwnColors = ['/', '/vendors', '/news'].includes(path);
      const { violations } = await runAxe(page, RULES, hasOwnColors ? [] : COLORS);
      tell(`${path} on a phone, dark`, violations);
      await page.emulateMedia({ colorScheme: 'light' });
      if (hasOwnColors) tell(`${path} on a phone, light`, (await runAxe(page, COLORS)).violations);
    }
    await page.context().close();
    expect(found).toEqual([]);
  }, 900_000);
});

describe('the HTML of every kind of page', () => {
  it('is valid by the rules of the standard', async () => {
    const validator = new HtmlValidate({
      extends: ['html-validate:standard'],
      // Advice of the tool, not rules of the standard:
      rules: {
        // A label names its field by `for` as well, since some voice control reads nothing else.
        'no-redundant-for': 'off',
        // A live region is a paragraph with a role: an output belongs to a form.
        'prefer-native-element': 'off',
      },
    });
    const problems: string[] = [];
    for (const path of [...paths, '/auth', '/auth/reset?token=x']) {
      const html = await (await fetch(`${site.url}${path}`)).text();
      const { results } = await validator.validateString(html);
      for (const { ruleId, message, selector } of results.flatMap(({ messages }) => messages))
        problems.push(`${path} ${ruleId}: ${message} at ${selector}`);
    }
    expect(problems).toEqual([]);
  });
});

/** Runs in the page before anything else does. */
const watchShifts = () => {
  const shifts: string[] = [];
  Object.assign(window, { shifts, watchedSince: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if (entry.startTime < Object(window).watchedSince) continue;
      const { value, sources } = entry as unknown as {
        value: number;
        sources: { node: Element | null }[];
      };
      const names = sources.map(({ node }) => `${node?.nodeName}.${node?.className}`);
      shifts.push(`${value.toFixed(4)} ${names.join(' | ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

const MAIN_PAGES = [
  '/',
  '/vendors',
  '/vendors/addepar',
  '/features',
  '/use-cases/portfolio-management',
  '/compare/addepar-vs-masttro',
  '/news',
  '/faq',
  '/accounting-software',
  '/about',
];

/** Loads a page into an empty cache and tells what moved meanwhile. */
const loadAndWatch = async (path: string, viewport: typeof PHONE, prepare: Prepare) => {
  const page = await site.newPage({ viewport });
  await page.addInitScript(watchShifts);
  await prepare(page);
  await page.goto(path);
  await waitUntilHydrated(page);
  await page.evaluate(() => document.fonts.ready);
  await passTime(page, 100);
  const shifts = await page.evaluate(() => (window as unknown as { shifts: string[] }).shifts);
  await page.context().close();
  return shifts.map((shift) => `${path} ${shift}`);
};

type Prepare = (page: Page) => Promise<unknown>;

/** The style sheet comes after both fonts, however busy the machine is. */
const fontsFirst: Prepare = async (page) => {
  let arrived = 0;
  const { handler, release } = holdBack();
  page.on('requestfinished', (request) => {
    if (request.url().endsWith('.woff2')) arrived += 1;
    if (arrived === 2) release();
  });
  await page.route('**/*.css', handler);
};

/**
 * The fonts come after the page has been painted in their stand-ins, and what moves from then on counts. A machine
 * that has none of the fonts that stand in has nothing to judge.
 */
const fontsLast: Prepare = async (page) => {
  const { handler, release } = holdBack();
  await page.route('**/*.woff2', handler);
  await page.exposeFunction('painted', release);
  await page.addInitScript(() => {
    const paints = new PerformanceObserver(async () => {
      paints.disconnect();
      const names = ['Inter Stand-in', 'Serif Stand-in', 'Serif Stand-in Display'];
      const load = (name: string) => document.fonts.load(`16px "${name}"`).catch(() => []);
      const faces = await Promise.all(names.map(load));
      requestAnimationFrame(() =>
        requestAnimationFrame((now) => {
          const canJudge = faces.every((found) => found.length > 0);
          Object.assign(window, { watchedSince: canJudge ? now : Number.POSITIVE_INFINITY });
          Object(window).painted();
        }),
      );
    });
    paints.observe({ type: 'paint', buffered: true });
  });
};

const sizeOf = (shift: string) => Number.parseFloat(shift.split(' ')[1] ?? '');

describe.each([PHONE, DESK])(
  'while a page loads at $width px, with nothing in the cache',
  (viewport) => {
    it('nothing moves, but for a word that is a pixel wider in its own font', async () => {
      const moved: string[] = [];
      for (const path of MAIN_PAGES)
        moved.push(...(await loadAndWatch(path, viewport, fontsFirst)));
      // On a busy machine a font is used some frames after it arrived: a word is then a pixel wider.
      expect(moved.filter((shift) => sizeOf(shift) > 0.005)).toEqual([]);
    });

    it('a font that comes late moves a line at most, since its stand-in is as wide', async () => {
      const moved: string[] = [];
      for (const path of MAIN_PAGES.slice(0, 4))
        moved.push(...(await loadAndWatch(path, viewport, fontsLast)));
      expect(moved.filter((shift) => sizeOf(shift) > 0.05)).toEqual([]);
    });
  },
);

describe('a page at the edges', () => {
  it('no kind of page is wider than 320 px, which is also 400 % zoom (WCAG 1.4.10)', async () => {
    const page = await site.newPage({ viewport: SMALLEST, isMobile: true, hasTouch: true });
    const wide: string[] = [];
    for (const path of paths) {
      await page.goto(path);
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      if (width > SMALLEST.width) wide.push(`${path} ${width}`);
    }
    await page.context().close();
    expect(wide).toEqual([]);
  }, 900_000);

  it("a campaign's parameters, in any order, leave the server's page as it is", async () => {
    const page = await site.newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(`${page.url()} ${message}`));
    const lists = ['/vendors', '/features', '/faq', '/glossary', '/types', '/news', '/compare'];
    const narrowed = '/vendors?market=Private+Banks&utm_source=x&category=Reporting';
    for (const path of [...lists.map((list) => `${list}?utm_source=x`), narrowed]) {
      await page.goto(path);
      await waitUntilHydrated(page);
    }
    await page.context().close();
    expect(errors).toEqual([]);
  });
});
