import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type EditorPage, hasFocus, openPanel, save, toast } from './admin-helpers.ts';
import { holdBack } from './public-support.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const surfaceOf = (page: EditorPage) =>
  page.getByRole('dialog').getByRole('textbox', { name: 'Formatted text' }).first();

const tool = (page: EditorPage, name: string) =>
  page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name, exact: true });

/** The clipboard as another program fills it. */
const paste = (surface: Locator, data: { html?: string; text?: string; png?: string }) =>
  surface.evaluate((element, { html, text, png }) => {
    const clipboard = new DataTransfer();
    if (html) clipboard.setData('text/html', html);
    if (text) clipboard.setData('text/plain', text);
    if (png) {
      const bytes = Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0));
      clipboard.items.add(new File([bytes], 'shot.png', { type: 'image/png' }));
    }
    element.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: clipboard, bubbles: true, cancelable: true }),
    );
  }, data);

/** A file that is let go over the text. */
const dropPicture = (surface: Locator) =>
  surface.evaluate((element, png) => {
    const dataTransfer = new DataTransfer();
    const bytes = Uint8Array.from(atob(png), (sign) => sign.charCodeAt(0));
    dataTransfer.items.add(new File([bytes], 'dropped.png', { type: 'image/png' }));
    const { left, top } = (element.firstElementChild ?? element).getBoundingClientRect();
    const place = { clientX: left + 5, clientY: top + 5 };
    element.dispatchEvent(
      new DragEvent('drop', { dataTransfer, ...place, bubbles: true, cancelable: true }),
    );
  }, PNG);

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

const SENTENCE = 'The office keeps one ledger for every entity and reads it each month. ';

/** Writes an article as a person does: by keys, buttons and the '/' menu, and never a sign of Markdown. */
const writeArticle = async (page: EditorPage) => {
  const surface = surfaceOf(page);
  const { keyboard } = page;
  await surface.click();
  await keyboard.type('/head');
  await page.getByRole('option', { name: 'Heading', exact: true }).waitFor();
  await keyboard.press('Enter');
  await keyboard.type('What to ask first');
  await keyboard.press('Enter');
  for (let part = 0; part < 9; part += 1) {
    await keyboard.insertText(SENTENCE.repeat(14).trim());
    await keyboard.press('Enter');
  }
  await keyboard.press('Control+b');
  await keyboard.type('Three things');
  await keyboard.press('Control+b');
  await keyboard.type(' matter ');
  await keyboard.press('Control+i');
  await keyboard.type('most');
  await keyboard.press('Control+i');
  await keyboard.type(':');
  await keyboard.press('Enter');
  await tool(page, 'Bulleted list').click();
  await keyboard.type('Entities');
  await keyboard.press('Enter');
  await keyboard.type('Currencies');
  await keyboard.press('Enter');
  await keyboard.press('Enter');
  await tool(page, 'Table').click();
  for (const cell of ['Vendor', 'Ledger', 'Price', 'Addepar', 'No', 'On request']) {
    await keyboard.type(cell);
    await keyboard.press('Tab');
  }
  await page.getByRole('button', { name: 'Row below' }).click();
  await page.getByRole('button', { name: 'Delete row' }).click();
};

describe.each([
  { device: 'on a desk', context: { viewport: { width: 1440, height: 900 } } },
  {
    device: 'on a phone',
    context: { viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true },
  },
])('$device', ({ device, context }) => {
  it('an article with a table, a picture and inner links is written without Markdown', async () => {
    const page = await openPanel(site, '/admin/pages/new', context);
    const dialog = page.getByRole('dialog');
    const title = `Written ${device}`;
    await dialog.getByLabel('Title').first().fill(title);
    const surface = surfaceOf(page);
    await surface.waitFor();
    await writeArticle(page);

    // A picture from the clipboard.
    await surface.locator('> p').last().click();
    await paste(surface, { png: PNG });
    const picture = page.getByRole('dialog', { name: 'Picture' });
    await picture.locator('img').waitFor();
    await picture.getByRole('button', { name: 'Insert picture' }).click();
    await picture.getByText('Alt text is required').waitFor();
    await picture.getByLabel('Alt text').fill('A ledger on a desk');
    await picture.getByLabel('Credit').fill('Photo: our own');
    await picture.getByRole('button', { name: 'Insert picture' }).click();
    await surface.locator('img[alt="A ledger on a desk"]').waitFor();

    // An inner link, found by its words.
    await hasFocus(surface);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await page.keyboard.type('See ');
    await page.keyboard.press('Control+k');
    const link = page.getByRole('dialog', { name: 'Link', exact: true });
    await link.getByLabel('Page or address').fill('Addepar');
    await link.getByRole('option', { name: /^Addepar Vendor/ }).click();
    await surface.locator('a[href="/vendors/addepar"]').waitFor();
    await hasFocus(surface);
    await page.keyboard.type(' and ');
    await tool(page, 'Link').click();
    await link.getByLabel('Page or address').fill('/faq/no-such-entry');
    await link.getByText('No public page at this address').waitFor();
    await link.getByRole('button', { name: 'Set link' }).click();
    await dialog.getByText('1 broken link').waitFor();
    await hasFocus(surface);
    await page.keyboard.press('Control+z');
    await dialog.getByText('1 broken link').waitFor({ state: 'hidden' });

    await dialog.getByText(/^1,[67]\d\d words · [89] min read/).waitFor();
    // The page never grows wider than the screen.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      context.viewport.width,
    );
    const source = await dialog.getByLabel('Content').inputValue();
    expect(source).toContain('## What to ask first\n\nThe office keeps');
    expect(source).toContain('**Three things** matter *most*:\n\n- Entities\n- Currencies\n');
    expect(source).toContain(
      '| Vendor  | Ledger | Price      |\n| ------- | ------ | ---------- |\n| Addepar | No     | On request |',
    );
    expect(source).toMatch(
      /!\[A ledger on a desk\]\(\/uploads\/[0-9a-f]{32}\.webp "Photo: our own"\)/,
    );
    expect(source).toContain('See [Addepar](/vendors/addepar)');
    await save(page);
    await toast(page, 'Page created successfully').waitFor();

    const slug = title.toLowerCase().replaceAll(' ', '-');
    await page.goto(`/${slug}`);
    await page.getByRole('heading', { name: 'What to ask first' }).waitFor();
    expect(await page.locator('main table td').first().textContent()).toBe('Addepar');
    expect(await page.locator('main figure img[alt="A ledger on a desk"]').count()).toBe(1);
    expect(await page.locator('main figcaption').textContent()).toBe('Photo: our own');
    expect(await page.locator('main a[href="/vendors/addepar"]').count()).toBeGreaterThan(0);
    expect(page.problems).toEqual([]);
    await page.context().close();
  });
});

const clipboardOf = (name: string) =>
  readFileSync(new URL(`./clipboard/${name}.txt`, import.meta.url), 'utf8');

const WORD = `# Choosing a ledger

## What to ask

The **general ledger** is the *first* question; see [a longer text](https://example.com/ledgers).

- Entities
  - Trusts
- Currencies

In this order:

1. Ask
2. Compare

| **Vendor** | **Price**          |
| ---------- | ------------------ |
| Alpha      | On request, yearly |`;

const GOOGLE_DOCS = `## Reporting

A report is **only as good** as its *sources*, says [a study](https://example.org/study).

- Monthly
  - by entity
- Quarterly

| Report | Due    |
| ------ | ------ |
| Cash   | Weekly |`;

const WEB_PAGE = `# Custody in plain words

By somebody

A custodian **holds** the assets. [More](https://example.net/custody)

> Ask who signs.

\`\`\`
balance = cash + holdings
\`\`\`

3. Sign
4. Move

End.`;

describe('text from elsewhere', () => {
  it('keeps its structure and loses what does not belong to it', async () => {
    const page = await openPanel(site, '/admin/faq/new');
    const surface = surfaceOf(page);
    const source = page.getByRole('dialog').getByLabel('Answer');
    for (const [name, markdown] of [
      ['word', WORD],
      ['google-docs', GOOGLE_DOCS],
      ['web-page', WEB_PAGE],
    ] as const) {
      await surface.click();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await paste(surface, { html: clipboardOf(name) });
      await expect.poll(async () => [name, await source.inputValue()]).toEqual([name, markdown]);
    }
    await page.keyboard.press('Control+a');
    await paste(surface, { text: '## Typed elsewhere\n\n- one\n- two' });
    await expect.poll(() => source.inputValue()).toBe('## Typed elsewhere\n\n- one\n- two');
    await dropPicture(surface);
    const picture = page.getByRole('dialog', { name: 'Picture' });
    await picture.locator('img').waitFor();
    await picture.getByLabel('Alt text').fill('Dropped');
    await picture.getByRole('button', { name: 'Insert picture' }).click();
    await expect
      .poll(() => source.inputValue())
      .toMatch(/^## Typed elsewhere\n\n!\[Dropped\]\(\/uploads\/[0-9a-f]{32}\.webp\)/);
    expect(page.problems).toEqual([]);
    await page.context().close();
  });

  it('Markdown links that are typed and addresses pasted on words become links', async () => {
    const page = await openPanel(site, '/admin/faq/new');
    const surface = surfaceOf(page);
    const source = page.getByRole('dialog').getByLabel('Answer');
    await surface.click();
    await page.keyboard.type('Ask [Addepar](/vendors/addepar), [the law](example.com/a_(b)) or ');
    await page.keyboard.type('[nobody](javascript:alert); see our study');
    for (let letter = 0; letter < 'our study'.length; letter += 1)
      await page.keyboard.press('Shift+ArrowLeft');
    await paste(surface, { text: 'https://example.org/study' });
    await page.keyboard.press('End');
    await page.keyboard.type(' now.');
    const text =
      'Ask [Addepar](/vendors/addepar), [the law](https://example.com/a_\\(b\\)) or \\[nobody]\\(javascript:alert); see [our study](https://example.org/study) now.';
    await expect.poll(() => source.inputValue()).toBe(text);
    await page.close();
  });

  it('is found and replaced, seen as Markdown, and beside its preview', async () => {
    const page = await openPanel(site, '/admin/faq/new', {
      viewport: { width: 1440, height: 900 },
    });
    const dialog = page.getByRole('dialog');
    const surface = surfaceOf(page);
    await surface.click();
    await page.keyboard.type('A ledger is a ledger');
    await page.keyboard.press('Control+f');
    const bar = dialog.getByRole('search', { name: 'Find and replace' });
    await bar.getByLabel('Find').fill('ledger');
    await bar.getByText('2 found').waitFor();
    await bar.getByLabel('Replace with').fill('book');
    await bar.getByRole('button', { name: 'Replace all' }).click();
    await surface.getByText('A book is a book').waitFor();
    await page.keyboard.press('Escape');
    await bar.waitFor({ state: 'hidden' });
    await surface.press('Control+z');
    await surface.getByText('A ledger is a ledger').waitFor();

    await dialog.getByRole('button', { name: 'Source of Answer' }).click();
    const source = dialog.getByLabel('Answer');
    await source.fill(`${'A line of words.\n\n'.repeat(80)}## The end`);
    await dialog.getByRole('button', { name: 'Formatted of Answer' }).click();
    await surface.getByRole('heading', { name: 'The end' }).waitFor();

    await dialog.getByRole('button', { name: 'Preview of Answer' }).click();
    const preview = dialog.getByRole('region', { name: 'Preview' });
    await preview.getByRole('heading', { name: 'The end' }).waitFor();
    await surface.getByRole('heading', { name: 'The end' }).scrollIntoViewIfNeeded();
    await expect.poll(() => preview.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(100);
    await page.context().close();
  });

  it("the '/' menu is seen whole on a phone, wherever the line stands, and shows what is chosen", async () => {
    const viewport = { width: 390, height: 844 };
    const page = await openPanel(site, '/admin/faq/new', { viewport });
    const surface = surfaceOf(page);
    await surface.click();
    for (let line = 0; line < 8; line += 1) {
      await page.keyboard.type('A line of words.');
      await page.keyboard.press('Enter');
    }
    await page.keyboard.type('/');
    const menu = page.getByRole('listbox', { name: 'Insert' });
    const isSeen = () =>
      menu.evaluate((list) => {
        const active = list.querySelector('[aria-selected=true]')?.getBoundingClientRect();
        const { top, bottom, left, right } = list.getBoundingClientRect();
        if (!active || active.top < top || active.bottom > bottom || bottom - top < 120)
          return false;
        const isTop = document
          .elementFromPoint(active.left + 20, active.top + 10)
          ?.closest('[aria-selected=true]');
        return Boolean(isTop) && top >= 0 && bottom <= innerHeight && left >= 0 && right <= 390;
      });
    await expect.poll(isSeen).toBe(true);
    await page.keyboard.press('ArrowUp');
    await menu.getByRole('option', { name: 'Picture', selected: true }).waitFor();
    await expect.poll(isSeen).toBe(true);
    await menu.getByRole('option', { name: 'Quote' }).click();
    await page.keyboard.type('Quoted');
    await surface.locator('blockquote').getByText('Quoted').waitFor();
    await page.context().close();
  });

  it('is written in the plain text area when the editor cannot be fetched', async () => {
    const page = await site.newPage();
    await site.signIn(page);
    const held = holdBack();
    const PART = /\/assets\/rich-text-.*\.js/;
    await page.route(PART, async (route) => {
      await held.released;
      await route.abort();
    });
    const asked = page.waitForRequest(PART);
    await page.goto('/admin/glossary/new');
    const dialog = page.getByRole('dialog');
    await asked;
    // The form waits until it is known: what came later would move its fields.
    await page.getByRole('status').getByText('Loading', { exact: true }).waitFor();
    expect(await dialog.count()).toBe(0);
    held.release();
    await dialog.getByLabel('Term', { exact: true }).fill('Plain term');
    const source = dialog.getByLabel('Definition');
    await source.click();
    await source.pressSequentially('Written **plainly**.');
    await save(page);
    await toast(page, 'Glossary Term created successfully').waitFor();
    await page.context().close();
  });
});
