import { chromium, type Page } from 'playwright-core';
import { openEditor } from './edits.ts';
import type { Product } from './product.ts';

const SCREENS = ['', 'faq', 'vendors', 'news', 'glossary', 'coverage', 'upkeep', 'link-checks'];
const OWN_SCREENS = ['inbox', 'media', 'trash', 'users', 'settings'];
const FORMS = ['faq/1', 'faq/1/write'];
const TURNS = 9;
const ROUNDS = 5;
const GOAL_MS = 700;

interface Opened {
  ms: number;
  /** The last to arrive: the calls and scripts that the screen waited for, slowest first. */
  slowest: string[];
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Until the screen has its heading or its form, and nothing is on its way any more for two frames; by the page's own clock. */
const readyAt = async (page: Page): Promise<number> => {
  const ready = await page.waitForFunction(() => {
    type Router = { options: { context: { queryClient: { isFetching(): number } } } };
    const state = window as unknown as { __TSR_ROUTER__?: Router; quietSince?: number[] };
    const isForm = /^\/admin\/[^/]+\/\d/.test(location.pathname);
    const isQuiet =
      document.querySelector(isForm ? '[role="dialog"] form' : '#tab-title') !== null &&
      state.__TSR_ROUTER__?.options.context.queryClient.isFetching() === 0;
    state.quietSince = isQuiet ? [...(state.quietSince ?? []), performance.now()] : [];
    return state.quietSince.length > 2 ? state.quietSince[0] : undefined;
  });
  return (await ready.jsonValue()) ?? Number.POSITIVE_INFINITY;
};

const open = async (page: Page, url: string): Promise<Opened> => {
  await page.goto(url, { waitUntil: 'commit' });
  const ms = await readyAt(page);
  const slowest = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map((one) => one as PerformanceResourceTiming)
      .toSorted((a, b) => b.responseEnd - a.responseEnd)
      .slice(0, 4)
      .map((one) => {
        const { pathname } = new URL(one.name);
        return `${pathname} ${Math.round(one.startTime)}-${Math.round(one.responseEnd)}`;
      }),
  );
  return { ms, slowest };
};

/** From the click on 'Next' until the next page's rows are there; with the large content there are pages enough. */
const turnPages = async (page: Page, url: string): Promise<number> => {
  await open(page, url);
  const times: number[] = [];
  for (let number = 2; number < 2 + TURNS; number += 1) {
    const since = await page.evaluate(() => {
      Object.assign(window, { quietSince: [] });
      const clickedAt = performance.now();
      document.querySelector<HTMLElement>('a[rel="next"]')?.click();
      return clickedAt;
    });
    await page.locator(`[aria-label="Page ${number}"][aria-current="page"]`).waitFor();
    times.push((await readyAt(page)) - since);
  }
  return median(times);
};

/** Full loads of panel screens in Chromium, with an empty cache and with a filled one. */
export const measurePanel =
  (isLarge: boolean) =>
  async ({ url }: Product, databaseUrl: string): Promise<string> => {
    const [name = '', value = ''] = (await openEditor(databaseUrl, url)).split('=');
    const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
    const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const newPage = async () => {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      await context.addCookies([{ name, value, url }]);
      return context.newPage();
    };
    const lines = [
      `Screens of the panel, ms until ready (goal ${GOAL_MS} with a filled cache)`,
      '',
    ];
    try {
      await open(await newPage(), `${url}/admin`);
      const warmed = await newPage();
      for (const screen of [...SCREENS, ...OWN_SCREENS, ...FORMS]) {
        const at = `${url}/admin/${screen}`;
        const cold: Opened[] = [];
        const warm: Opened[] = [];
        for (let round = 0; round < ROUNDS; round += 1) {
          const page = await newPage();
          cold.push(await open(page, at));
          await page.context().close();
          warm.push(await open(warmed, at));
        }
        const show = (all: Opened[]) => median(all.map(({ ms }) => ms)).toFixed(0);
        const verdict = Number(show(warm)) <= GOAL_MS ? 'reached' : 'SHORT';
        lines.push(`/admin/${screen}: cold ${show(cold)}, warm ${show(warm)}: ${verdict}`);
        lines.push(`  last: ${warm.at(-1)?.slowest.join(', ')}`);
      }
      for (const screen of isLarge ? ['news', 'vendors', 'glossary'] : []) {
        const ms = await turnPages(warmed, `${url}/admin/${screen}`);
        lines.push(`/admin/${screen}: ${ms.toFixed(0)} ms to turn a page`);
      }
    } finally {
      await browser.close();
    }
    return lines.join('\n');
  };
