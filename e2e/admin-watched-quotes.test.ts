import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { announceGone } from '#modules/quotes/gone-quotes.server.ts';
import { quotes } from '#modules/quotes/quotes.table.server.ts';
import { transact } from '#platform/changes.server.ts';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type LoopbackServer, startLoopback } from '#testing/servers/loopback.ts';
import { type EditorPage, openPanel, settle } from './admin-helpers.ts';

const QUOTE = 'The company was founded in Zug in the year 2001 by two accountants.';
const NEWER = 'The company was begun in Zug in the year 2001 by two accountants.';
const OTHER = 'The company was founded in Zug in the year 2002 by two accountants.';

let site: BrowserSite;
let outside: LoopbackServer;
let words = '';
beforeAll(async () => {
  outside = await startLoopback((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<p>${words}</p>`);
  });
  site = await startBrowserSite({
    data: 'starter',
    settings: { FETCH_ALLOW_HOSTS: outside.hostPort },
  });
});
afterAll(async () => {
  await site.close();
  await outside.close();
});

/** A vendor with a quoted source, of which the watch found this. */
const makeQuoted = async (
  page: EditorPage,
  slug: string,
  found: Partial<typeof quotes.$inferInsert>,
) => {
  words = QUOTE;
  const url = `${outside.url}/${slug}`;
  const source = { field: 'founded', value: '2001', url, quote: QUOTE };
  const made = await page.request.post('/api/vendors', {
    data: { name: slug, slug, isPublished: true, founded: '2001', sources: [source] },
    headers: { origin: site.url },
  });
  expect(made.status(), await made.text()).toBe(201);
  await transact(site.db, async (tx) => {
    await tx.update(quotes).set(found).where(eq(quotes.url, url));
    await announceGone(tx);
  });
};

it.each([
  [320, 'light'],
  [1440, 'dark'],
] as const)(
  'a gone quote is looked at and taken as the page has it, at %i px, %s',
  async (width, colorScheme) => {
    const slug = `gone-quote-${width}`;
    const page = await openPanel(site, '/admin/trash', {
      viewport: { width, height: 900 },
      colorScheme,
    });
    await makeQuoted(page, slug, {
      state: 'gone',
      since: '2026-11-20T03:00:00.000Z',
      reason: 'The page says it in other words now',
      candidate: NEWER,
      newText: NEWER,
    });
    words = NEWER;
    await page.goto(`/vendors/${slug}`);
    expect(await page.locator('.evidence-text').first().textContent()).toContain(
      'No longer on the page since Nov 20, 2026',
    );
    await page.goto('/admin/upkeep?kind=gone-quote');
    const due = page.getByRole('listitem', { name: `Quote gone: ${slug}` });
    await due.getByRole('button', { name: /^Look at the quote/ }).click();
    await due.getByText('What the page says there now').waitFor();
    await due.getByText('What changed on the page').click();
    await settle(page);
    expect(await due.locator('ins').allTextContents()).toEqual(['begun', 'begun']);
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await due.getByRole('button', { name: /^Take what the page says now/ }).click();
    await page.getByText(`${slug}: quoted anew`, { exact: true }).first().waitFor();
    await expect.poll(() => due.count()).toBe(0);
    const { sources } = await (await page.request.get(`/api/vendors/${slug}`)).json();
    expect([sources[0].quote, sources[0].quoteGoneSince]).toEqual([NEWER, undefined]);
    expect(page.problems).toEqual([]);
  },
);

it('what the page says now is not taken with one click where it has another figure: it leads to the form', async () => {
  const page = await openPanel(site, '/admin/trash');
  const slug = 'other-figure';
  await makeQuoted(page, slug, {
    state: 'gone',
    since: '2026-11-20T03:00:00.000Z',
    reason: 'The page says it in other words now',
    candidate: OTHER,
    newText: OTHER,
  });
  await page.goto('/admin/upkeep?kind=gone-quote');
  const due = page.getByRole('listitem', { name: `Quote gone: ${slug}` });
  await due.getByRole('button', { name: /^Look at the quote/ }).click();
  const edit = due.getByRole('link', { name: /^Edit: the page says something else now/ });
  await edit.waitFor();
  expect(await due.getByRole('button', { name: /^Take what the page says now/ }).count()).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  await edit.click();
  const source = page.getByRole('group', { name: 'Sources' });
  const quote = source.getByRole('textbox', { name: 'Quote', exact: true });
  await expect.poll(() => quote.inputValue()).toBe(QUOTE);
  expect(page.problems).toEqual([]);
});

it('a moved quote gets its address with one click, and a refused one says why', async () => {
  const page = await openPanel(site, '/admin/trash');
  const movedTo = `${outside.url}/new-home`;
  await makeQuoted(page, 'moved-quote', { state: 'moved', movedTo });
  words = 'Something else stands on this page.';
  await page.goto('/admin/upkeep?kind=moved-quote');
  const due = page.getByRole('listitem', { name: 'Quote moved: moved-quote' });
  await due.getByRole('button', { name: /^Use this address/ }).click();
  await page
    .getByText(/These words are not on the page/)
    .first()
    .waitFor();
  words = QUOTE;
  await due.getByRole('button', { name: /^Use this address/ }).click();
  await page
    .getByText(`moved-quote: quoted from ${movedTo} now`, { exact: true })
    .first()
    .waitFor();
  const { sources } = await (await page.request.get('/api/vendors/moved-quote')).json();
  expect(sources[0].url).toBe(movedTo);
});
