import { setTimeout } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { TestRunner } from 'vitest';

/** The open pages of this process, each with what went wrong in it and what it waits for. */
const openPages = new Map<Page, { problems: readonly string[]; waiting: Set<Request> }>();

const SHOWN =
  '[role=alert], [role=status], [role=dialog], [role=alertdialog], li[data-state=open], h1, main';

const TELL_MS = 5000;

/** Prints a page in a few lines: its address, heading, notices and dialogs, what it waits for, and its last problems. */
const tell = async (page: Page): Promise<void> => {
  const watched = openPages.get(page);
  if (!watched || !openPages.delete(page) || page.isClosed()) return;
  const read = page
    .locator(SHOWN)
    .filter({ visible: true })
    .evaluateAll((all) =>
      all.map(
        (one) => `${one.role ?? one.tagName}: ${one.textContent?.replace(/\s+/g, ' ').slice(-160)}`,
      ),
    )
    .catch((error: Error) => [error.message]);
  const silent = setTimeout(TELL_MS, [`the page says nothing for ${TELL_MS} ms`]);
  const shown = await Promise.race([read, silent]);
  const waiting = [...watched.waiting].map((request) => `waits for ${request.url()}`);
  const lines = [...shown.slice(0, 5), ...waiting.slice(0, 3), ...watched.problems.slice(-3)].map(
    (text) => text.slice(0, 160),
  );
  const told = `The page of the failed test: ${page.url()}\n  ${lines.join('\n  ')}`;
  console.log(told);
  // The summary of the run is read from the errors.
  const error = TestRunner.getCurrentTest()?.result?.errors?.at(-1);
  if (error) error.stack = `${error.stack ?? error.message}\n${told}`;
};

/** When the test that runs has failed, its pages are told of: before they close, or after it. */
export const tellIfFailed = async (pages = [...openPages.keys()]): Promise<void> => {
  if (TestRunner.getCurrentTest()?.result?.state === 'fail')
    for (const page of pages) await tell(page);
};

export const watchPage = (page: Page, problems: readonly string[]): void => {
  const waiting = new Set<Request>();
  page.on('request', (request) => waiting.add(request));
  page.on('requestfinished', (request) => waiting.delete(request));
  page.on('requestfailed', (request) => waiting.delete(request));
  openPages.set(page, { problems, waiting });
  const context = page.context();
  const close = context.close.bind(context);
  context.close = async (options) => {
    await tellIfFailed([page]);
    openPages.delete(page);
    return close(options);
  };
};
