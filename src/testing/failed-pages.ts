import type { Page } from 'playwright-core';
import { TestRunner } from 'vitest';

/** The open pages of this process, each with what went wrong in it. */
const openPages = new Map<Page, readonly string[]>();

const SHOWN = '[role=alert], [role=dialog], [role=alertdialog], li[data-state=open], h1';

/** What a page shows, in a few lines: its address, heading, notices and dialogs, and its last problems. */
const tell = async (page: Page): Promise<void> => {
  const problems = openPages.get(page);
  if (!problems || !openPages.delete(page) || page.isClosed()) return;
  const shown = await page
    .locator(SHOWN)
    .filter({ visible: true })
    .evaluateAll((all) =>
      all.map((one) => `${one.role ?? one.tagName}: ${one.textContent?.slice(0, 100)}`),
    )
    .catch((error: Error) => [error.message]);
  const lines = [...shown.slice(0, 6), ...problems.slice(-3).map((text) => text.slice(0, 200))];
  console.log(`The page of the failed test: ${page.url()}\n  ${lines.join('\n  ')}`);
};

/** When the test that runs has failed, its pages are told of: before they close, or after it. */
export const tellIfFailed = async (pages = [...openPages.keys()]): Promise<void> => {
  if (TestRunner.getCurrentTest()?.result?.state === 'fail')
    for (const page of pages) await tell(page);
};

export const watchPage = (page: Page, problems: readonly string[]): void => {
  openPages.set(page, problems);
  const context = page.context();
  const close = context.close.bind(context);
  context.close = async (options) => {
    await tellIfFailed([page]);
    openPages.delete(page);
    return close(options);
  };
};
