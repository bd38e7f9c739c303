import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { buildHarness } from '#testing/build-harness.ts';

type TestPage = Awaited<ReturnType<BrowserSite['newPage']>>;

let site: BrowserSite;
let harness: string;
let page: TestPage;

beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
  harness = await buildHarness(
    fileURLToPath(new URL('./public-toast-harness.tsx', import.meta.url)),
  );
});
afterAll(() => site.close());

beforeEach(async () => {
  page = await site.newPage({ viewport: { width: 1024, height: 768 }, bypassCSP: true });
  // The toaster alone: the page only lends its style sheet.
  await page.route(/\/assets\/.*\.js$/, (route) => route.abort());
  await page.goto('/about');
  await page.addScriptTag({ content: harness });
});
afterEach(() => page.context().close());

const show = (title: string) =>
  page.evaluate((text) => {
    (window as unknown as { toast(input: { title: string }): void }).toast({ title: text });
  }, title);
const toasts = () => page.locator('li[data-state=open]');

const drag = async (by: number) => {
  const box = await toasts().boundingBox();
  const x = (box?.x ?? 0) + 150;
  const y = (box?.y ?? 0) + 20;
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + by / 2, y, { steps: 3 });
  await page.mouse.move(x + by, y, { steps: 3 });
  await page.mouse.up();
};

describe('toasts', () => {
  it('P26.02 one at a time, gone after five seconds', async () => {
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await show('First');
    await show('Second');
    await expect
      .poll(() => toasts().allTextContents())
      .toEqual([expect.stringContaining('Second')]);
    await page.clock.runFor(4900);
    expect(await toasts().count()).toBe(1);
    await page.clock.runFor(200);
    await expect.poll(() => toasts().count()).toBe(0);
  });

  it('P26.03 swiping 60 px to the right dismisses, 30 px or to the left does not', async () => {
    await show('Swipe me');
    await toasts().waitFor();
    await drag(30);
    expect(await toasts().count()).toBe(1);
    await drag(-80);
    expect(await toasts().count()).toBe(1);
    await drag(60);
    await expect.poll(() => toasts().count()).toBe(0);
  });

  it('P26.03 F8 moves the focus to the region, which is at most 420 px wide (P26.05)', async () => {
    await show('Look here');
    await toasts().waitFor();
    await page.keyboard.press('F8');
    await expect.poll(() => page.evaluate(() => document.activeElement?.nodeName)).toBe('OL');
    const width = await page.evaluate(
      () => document.activeElement?.getBoundingClientRect().width ?? 0,
    );
    expect(width).toBeGreaterThan(200);
    expect(width).toBeLessThanOrEqual(420);
  });

  it('P26.04 a dismissed toast is hidden at once, and the next one shows', async () => {
    await show('Close me');
    await page.getByRole('button', { name: 'Close notification' }).click();
    await expect.poll(() => toasts().count()).toBe(0);
    await show('Next');
    await expect.poll(() => toasts().textContent()).toContain('Next');
    // Closing by hand pauses the clock; the next toast has one of its own.
    await page.mouse.move(5, 5);
    await expect.poll(() => toasts().count()).toBe(0);
  });
});
