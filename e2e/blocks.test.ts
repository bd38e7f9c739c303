import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { hasFocus, openPanel, save, toast } from './admin-helpers.ts';
import { open } from './public-support.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const VIDEO = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ';

it('callouts, cards and videos are made by keys and by the toolbar, and stay Markdown', async () => {
  const page = await openPanel(site, '/admin/pages/new');
  const { keyboard } = page;
  const form = page.getByRole('dialog');
  await form.getByLabel('Title').first().fill('Blocks');
  const surface = form.getByRole('textbox', { name: 'Formatted text' }).first();
  await surface.click();

  await keyboard.type('/call');
  await page.getByRole('option', { name: 'Callout' }).waitFor();
  await keyboard.press('Enter');
  await keyboard.type('Ask early.');
  await page
    .getByRole('group', { name: 'Callout' })
    .getByRole('button', { name: 'warning' })
    .click();
  await keyboard.press('Enter');
  await keyboard.press('Enter');

  await keyboard.type(':::vendor addepar');
  await keyboard.press('Enter');
  await surface.locator('.item-card').waitFor();
  await page.getByRole('button', { name: 'Vendor card' }).click();
  const card = page.getByRole('dialog', { name: 'Card' });
  const found = card.getByRole('listbox', { name: 'Found' }).getByRole('option').first();
  await card.getByLabel('Vendor').fill('Addepar');
  await found.getByText('Addepar').waitFor();
  await card.getByLabel('Vendor').fill('Masttro');
  // A result for other words is not set.
  await keyboard.press('Enter');
  await found.getByText('Masttro').waitFor();
  await keyboard.press('Enter');
  await surface.locator('[data-card-slug="masttro"]').waitFor();
  await hasFocus(surface);

  await keyboard.type('/video');
  await page.getByRole('option', { name: 'Video' }).waitFor();
  await keyboard.press('Enter');
  const video = page.getByRole('dialog', { name: 'Video' });
  await video.getByLabel('Address').fill('https://video.example/1');
  await video.getByText('This is no video of YouTube or Vimeo').waitFor();
  await video.getByLabel('Address').fill(VIDEO);
  await video.getByLabel('Title').fill('A tour');
  await keyboard.press('Enter');
  await surface.locator('.video-block').waitFor();
  // Enter on a selected block opens what it says.
  await surface.locator('.video-block').click();
  await keyboard.press('Enter');
  await video.getByLabel('Title').fill('A long tour');
  await keyboard.press('Enter');
  expect(await findViolations(page)).toEqual([]);

  expect((await form.getByLabel('Content').inputValue()).trim()).toBe(
    [
      '> [!WARNING]\n> Ask early.',
      ':::vendor addepar',
      ':::vendor masttro',
      `[A long tour](${VIDEO})`,
    ].join('\n\n'),
  );
  await save(page);
  await toast(page, 'Page created successfully').waitFor();
  expect(page.problems).toEqual([]);
  await page.context().close();
});

it('a picture of the library stands in a text with a width and a caption', async () => {
  const page = await openPanel(site, '/admin/pages/new');
  const form = page.getByRole('dialog');
  await form.getByLabel('Title').first().fill('Pictures');
  const surface = form.getByRole('textbox', { name: 'Formatted text' }).first();
  await surface.click();
  await page.getByRole('button', { name: 'Picture', exact: true }).click();
  const picture = page.getByRole('dialog', { name: 'Picture' });
  await picture.locator('input[type="file"]').setInputFiles({
    name: 'dot.png',
    mimeType: 'image/png',
    buffer: Buffer.from(PNG, 'base64'),
  });
  await picture.locator('img').waitFor();
  await picture.getByLabel('Alt text').fill('A dot');
  await picture.getByLabel('Caption').fill('Our dot');
  await picture.getByRole('button', { name: 'Insert picture' }).click();
  await hasFocus(surface);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await page.keyboard.type('/pict');
  await page.keyboard.press('Enter');
  await picture.getByRole('button', { name: 'Choose from the library' }).click();
  await picture.getByRole('button', { name: 'Choose: A dot' }).click();
  expect(await picture.getByLabel('Caption').inputValue()).toBe('Our dot');
  await picture.getByLabel('Alt text').fill('A dot here');
  await picture.getByLabel('Width').selectOption('50');
  await picture.getByRole('button', { name: 'Insert picture' }).click();
  await surface.locator('img[src$="#width=50"]').waitFor();
  expect(await form.getByLabel('Content').inputValue()).toMatch(
    /^!\[A dot\]\((\/uploads\/\w{32}\.webp) "Our dot"\)\n\n!\[A dot here\]\(\1#width=50 "Our dot"\)$/,
  );
  // The text's own words for a picture of the library are the text's alone.
  const { items } = await (await page.request.get(`${site.url}/api/uploads`)).json();
  expect(items.map(({ alt }: { alt: string }) => alt)).toEqual(['A dot']);
  await save(page);
  await toast(page, 'Page created successfully').waitFor();
  await page.goto('/pictures');
  for (const media of ['screen', 'print'] as const) {
    await page.emulateMedia({ media });
    const widths = await page
      .locator('main figure')
      .evaluateAll((figures) => figures.map((figure) => figure.getBoundingClientRect().width));
    expect((widths[1] ?? 0) / (widths[0] ?? 1)).toBeCloseTo(0.5, 1);
    await page.locator('main figcaption').first().waitFor();
  }
  expect(page.problems).toEqual([]);
  await page.context().close();
});

it('a page shows each block, asks no other host before a click, and prints them', async () => {
  const page = await site.newPage();
  const outside: string[] = [];
  await page.route(/^https:\/\//, (route) => {
    outside.push(new URL(route.request().url()).host);
    return route.fulfill({ contentType: 'text/html', body: '<title>Player</title>' });
  });
  await open(page, '/blocks');
  const main = page.locator('main');
  await main.getByRole('note').getByText('Ask early.').waitFor();
  expect(await main.locator('.item-card a').allTextContents()).toEqual(['Addepar', 'Masttro']);
  expect(await findViolations(page)).toEqual([]);
  const link = main.locator('.video a');
  expect(await link.getAttribute('href')).toBe(VIDEO);
  await page.emulateMedia({ media: 'print' });
  const printed = await link.evaluate((element) => getComputedStyle(element, '::after').content);
  expect(printed).not.toBe('none');
  expect(await main.locator('.video figcaption').isVisible()).toBe(false);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const block of ['.callout', '.item-card']) {
    const { borders, ink } = await main
      .locator(block)
      .first()
      .evaluate((element) => {
        const style = getComputedStyle(element);
        return { borders: style.borderLeftWidth, ink: style.color };
      });
    expect([block, Number.parseFloat(borders) > 0, ink]).toEqual([block, true, 'rgb(27, 25, 22)']);
  }
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' });
  expect(outside).toEqual([]);
  await link.click();
  const frame = main.locator('.video iframe');
  await frame.waitFor();
  expect(await frame.getAttribute('title')).toBe('A long tour');
  await expect.poll(() => outside).toEqual(['www.youtube-nocookie.com']);
  expect(await link.isVisible()).toBe(false);
  // Paper shows the address of a video that was played, and no player.
  await page.emulateMedia({ media: 'print' });
  expect([await link.isVisible(), await frame.isVisible()]).toEqual([true, false]);
  expect(page.problems).toEqual([]);
  await page.context().close();
});
