import { chromium, type Page } from 'playwright-core';
import { openEditor } from './edits.ts';
import type { Product } from './product.ts';

const SCREENS = ['', 'faq', 'vendors', 'news', 'coverage', 'upkeep', 'media', 'users'];
const ROUNDS = 5;
const GOAL_MS = 700;

interface Opened {
  ms: number;
  /** What came last: the calls and scripts that the screen waited for, slowest first. */
  slowest: string[];
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** Until the screen has its heading and nothing is on its way any more. */
const open = async (page: Page, url: string): Promise<Opened> => {
  const since = performance.now();
  await page.goto(url, { waitUntil: 'commit' });
  await page.locator('#tab-title').waitFor();
  await page.waitForFunction(() => {
    type Router = { options: { context: { queryClient: { isFetching(): number } } } };
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__?: Router };
    return router?.options.context.queryClient.isFetching() === 0;
  });
  const ms = performance.now() - since;
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

/** Full loads of panel screens in Chromium, with an empty cache and with a filled one. */
export const measurePanel = async ({ url }: Product, databaseUrl: string): Promise<string> => {
  const [name = '', value = ''] = (await openEditor(databaseUrl, url)).split('=');
  const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  const newPage = async () => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.addCookies([{ name, value, url }]);
    return context.newPage();
  };
  const lines = [`Screens of the panel, ms until ready (goal ${GOAL_MS})`, ''];
  try {
    await open(await newPage(), `${url}/admin`);
    const warmed = await newPage();
    for (const screen of SCREENS) {
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
      lines.push(`/admin/${screen}: cold ${show(cold)}, warm ${show(warm)}`);
      lines.push(`  last: ${warm.at(-1)?.slowest.join(', ')}`);
    }
  } finally {
    await browser.close();
  }
  return lines.join('\n');
};
