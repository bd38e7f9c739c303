import type { Page } from 'playwright-core';
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

/** What the panel sends, in order. */
export const watchWrites = (page: Page) => {
  const writes: { method: string; path: string; body: Record<string, unknown> }[] = [];
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (request.method() === 'GET' || path === '/api/preview') return;
    const text = request.headers()['content-type']?.includes('json') ? request.postData() : null;
    writes.push({ method: request.method(), path, body: JSON.parse(text ?? '{}') });
  });
  return writes;
};

export const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true }).click();

/** Answers the question that is open. */
export const answer = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
