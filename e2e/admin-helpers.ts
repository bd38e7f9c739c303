import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { BrowserSite } from '#testing/browser.ts';

export type EditorPage = Awaited<ReturnType<BrowserSite['newPage']>>;

/** A page of the panel, signed in. */
export const openPanel = async (
  site: BrowserSite,
  path: string,
  context: Parameters<BrowserSite['newPage']>[0] = {},
): Promise<EditorPage> => {
  const page = await site.newPage(context);
  await site.signIn(page);
  await page.goto(path);
  return page;
};

export const toast = (page: Page, text: string) => page.getByText(text, { exact: true }).first();

/** A notice is there, and stands over no field and no button of a form on the page. */
export const coversNothingOf = (page: Page, form: Locator) =>
  expect
    .poll(async () => {
      const notice = await page.locator('li[data-state=open]').boundingBox();
      const { width = 0, height = 0 } = page.viewportSize() ?? {};
      if (!notice) return 'no notice yet';
      const isSeen = notice.y >= 0 && notice.y + notice.height <= height && notice.x >= 0;
      if (!isSeen || notice.x + notice.width > width) return `out of sight: ${notice.y}`;
      const controls = await form.locator('input, textarea, select, button').all();
      const boxes = await Promise.all(controls.map((control) => control.boundingBox()));
      return boxes.filter(
        (box) =>
          box &&
          box.x < notice.x + notice.width &&
          box.x + box.width > notice.x &&
          box.y < notice.y + notice.height &&
          box.y + box.height > notice.y,
      );
    })
    .toEqual([]);

/** The panel's writes, in order. */
export const watchWrites = (page: Page) => {
  const writes: { method: string; path: string; body: Record<string, unknown> }[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === 'GET' || path === '/api/preview' || path === '/api/presence') return;
    const text = request.headers()['content-type']?.includes('json') ? request.postData() : null;
    writes.push({ method: request.method(), path, body: JSON.parse(text ?? '{}') });
  });
  return writes;
};

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

/** Saves, and waits for the notice of it too: coming later it would take the place of the next one. */
export const saveAndClose = async (page: Page, form: Locator) => {
  const told = page.waitForResponse('**/broken-links*');
  await save(page);
  await form.waitFor({ state: 'detached' });
  await told;
};

/** The open tab is drawn, and everything that it asked for has come. */
export const settle = async (page: Page) => {
  await page.locator('#tab-title').waitFor();
  const countFetching = () =>
    page.evaluate(() => {
      type Router = { options: { context: { queryClient: { isFetching(): number } } } };
      const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: Router };
      return router.options.context.queryClient.isFetching();
    });
  await expect.poll(countFetching).toBe(0);
};

/** The list has become that of a search: as many cards as the server finds. */
export const waitForFound = async (page: Page, name: string, q: string) => {
  const found = await (await page.request.get(`/api/${name}?limit=50&q=${q}`)).json();
  await expect.poll(() => page.locator('[data-item-card]').count()).toBe(found.length);
};

/** A dialog takes the focus when it opens, and gives it back when it has gone. */
export const hasFocus = (target: Locator) =>
  expect
    .poll(() => target.evaluate((element) => element.contains(document.activeElement)))
    .toBe(true);

/** The path after redirects. */
export const followAddress = async (page: Page, path: string) => {
  await page.goto(path);
  return new URL(page.url()).pathname;
};

/** Answers the question that is open. */
export const answer = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
