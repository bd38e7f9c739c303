import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { answer, type EditorPage, hasFocus, openPanel, save, toast } from './admin-helpers.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const WIDE = { viewport: { width: 1440, height: 900 } };

const surfaceOf = (page: EditorPage) =>
  page.getByRole('dialog').getByRole('textbox', { name: 'Formatted text' }).first();

/** A notice stands in the room that the dialog makes below its head, above all that is written. */
const noticeCoversNothing = async (page: EditorPage) => {
  const edges = async () => {
    const notice = await page.locator('li[data-state=open]').boundingBox();
    const room = await page.getByRole('dialog').locator('[data-toast-room]').boundingBox();
    if (!notice || !room) return 'not there yet';
    const isWithin = notice.y >= room.y - 1 && notice.y + notice.height <= room.y + room.height + 1;
    return isWithin ? 'in its room' : JSON.stringify([notice, room]);
  };
  await expect.poll(edges).toBe('in its room');
};

/** A page of the site with this text, made behind the panel; a test that is tried again makes another. */
const makePage = async (page: EditorPage, title: string, content: string): Promise<number> => {
  const slug = `${title.toLowerCase().replaceAll(' ', '-')}-${Date.now()}`;
  const made = await page.request.post(`${site.url}/api/pages`, {
    data: { title, slug, content },
    headers: { origin: site.url },
  });
  return (await made.json()).id;
};

const LINES = 'A line of words that somebody wrote.\n\n';

const previewOf = (page: EditorPage) => page.frameLocator('iframe[title="Preview of the page"]');

it('an answer is written beside its real page, saved, and seen by nobody before', async () => {
  const page = await openPanel(site, '/admin/faq/1', WIDE);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Writing page' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/admin/faq/1/write');
  const preview = previewOf(page);
  await preview.locator('main').waitFor();

  await surfaceOf(page).click();
  await page.keyboard.press('Control+Home');
  for (const word of ['alpha ', 'beta ', 'epsilon ']) {
    await page.keyboard.type(word);
    await preview.locator('main').getByText(word.trim()).first().waitFor();
  }
  const visitor = await site.newPage();
  const slug = (await (await visitor.request.get(`${site.url}/api/faq`)).json())[0].slug;
  expect(await (await visitor.request.get(`${site.url}/faq/${slug}`)).text()).not.toContain(
    'epsilon',
  );

  // A part that is folded on the page opens in its preview, and a link leads nowhere.
  const clicks = await page.evaluate(() => {
    const shown = document.querySelector('iframe')?.contentDocument?.querySelector('main');
    const folded = '<details><summary>Folded</summary>Opened</details>';
    shown?.insertAdjacentHTML('beforeend', `${folded}<a href="/about"><b>Elsewhere</b></a>`);
    shown?.querySelector<HTMLElement>('details:last-of-type summary')?.click();
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    const isFollowed = shown?.querySelector('a:last-child b')?.dispatchEvent(click);
    return {
      isOpen: shown?.querySelector('details:last-of-type')?.hasAttribute('open'),
      isFollowed,
    };
  });
  expect(clicks).toEqual({ isOpen: true, isFollowed: false });
  await dialog.getByRole('navigation', { name: 'Outline' }).waitFor();
  await dialog.getByText(/to read: \d+ words a sentence/).waitFor();
  expect(await dialog.getByRole('heading', { name: /^SEO score/ }).count()).toBe(0);
  await save(page);
  await toast(page, 'FAQ updated successfully').waitFor();
  // It stays open.
  await noticeCoversNothing(page);
  expect(await findViolations(page)).toEqual([]);
  expect(page.problems).toEqual([]);
  await visitor.context().close();
  await page.context().close();
});

it('the preview follows somebody who types on, and one who is refused comes again', async () => {
  const page = await openPanel(site, '/admin/faq/5/write', WIDE);
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 429) refused.push(response.url());
  });
  const main = previewOf(page).locator('main');
  await main.waitFor();
  await surfaceOf(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('word '.repeat(15), { delay: 150 });
  await page.keyboard.type('lastly ', { delay: 150 });
  await main.getByText('lastly').waitFor({ timeout: 2000 });
  const problem = page.getByText('The preview could not be made');
  expect([refused, await problem.count()]).toEqual([[], 0]);

  let times = 0;
  await page.route('**/page-preview', (route) => {
    times += 1;
    const headers = { 'retry-after': '1' };
    return times > 1 ? route.continue() : route.fulfill({ status: 429, headers, json: {} });
  });
  await page.keyboard.type('again ');
  await main.getByText('lastly again').waitFor();
  expect([refused.length, await problem.count()]).toEqual([1, 0]);
  await page.context().close();
});

it('Back asks for the letters of a long text, and keeps them between the page and the form', async () => {
  const page = await openPanel(site, '/admin/pages', WIDE);
  const id = await makePage(page, 'A long text', LINES.repeat(700));
  await page.goto('/admin/pages?q=long');
  await page.getByRole('button', { name: 'Edit A long text' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/admin/pages/${id}`);
  await surfaceOf(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Typed ');
  await page.goBack();
  await answer(page, 'Keep editing');
  await surfaceOf(page).getByText('Typed A line').waitFor();

  await page.getByRole('button', { name: 'Writing page' }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/admin/pages/${id}/write`);
  await surfaceOf(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('More ');
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/admin/pages/${id}`);
  await surfaceOf(page).getByText('More Typed A line').waitFor();
  expect(await page.getByRole('alertdialog').count()).toBe(0);
  await page.context().close();
});

it('a column has about 70 characters', async () => {
  const page = await openPanel(site, '/admin/faq/6/write', WIDE);
  const surface = surfaceOf(page);
  await surface.waitFor();
  const inEm = await surface.evaluate((element) => {
    const { paddingLeft, paddingRight, fontSize } = getComputedStyle(element);
    const [left, right, em] = [paddingLeft, paddingRight, fontSize].map(Number.parseFloat);
    return (element.clientWidth - (left ?? 0) - (right ?? 0)) / (em ?? 1);
  });
  // A character of the text's typeface is about half an em wide.
  expect(inEm).toBeGreaterThan(33);
  expect(inEm).toBeLessThan(37);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Source of Answer' }).click();
  const source = await dialog.getByLabel('Answer').boundingBox();
  expect(source?.height).toBeGreaterThan(0.65 * WIDE.viewport.height);
  await page.context().close();
});

it('what is written stands when the facts about it cannot be fetched', async () => {
  const page = await openPanel(site, '/admin/faq/9', WIDE);
  await page.route(/\/assets\/text-facts[^/]*\.js$/, (route) => route.abort());
  await surfaceOf(page).click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.type('Typed before. ');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  const asked = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('text-facts'),
  );
  await page.getByRole('dialog').getByRole('button', { name: 'Writing page' }).click();
  await asked;
  await previewOf(page).getByText('Typed before.').first().waitFor();
  expect(await surfaceOf(page).textContent()).toMatch(/^Typed before\. /);
  expect(await page.evaluate(() => Reflect.get(window, 'isSamePage'))).toBe(true);
  await page.context().close();
});

it('on a phone one view stands at a time, source takes the whole height, and nothing is too wide', async () => {
  const page = await openPanel(site, '/admin/faq/3/write', {
    viewport: { width: 320, height: 700 },
  });
  const dialog = page.getByRole('dialog');
  await surfaceOf(page).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await dialog.getByRole('button', { name: 'Preview', exact: true }).click();
  await previewOf(page).locator('main').waitFor();
  expect(await surfaceOf(page).isVisible()).toBe(false);
  await dialog.getByRole('button', { name: 'Details' }).click();
  await dialog.getByLabel('Slug').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Write', exact: true }).click();
  await dialog.getByRole('button', { name: 'Source of Answer' }).click();
  const source = await dialog.getByLabel('Answer').boundingBox();
  expect(source?.height).toBeGreaterThan(400);
  await page.context().close();
});

it('on a phone the foot leaves the room to the text, and the outline leads to it', async () => {
  const viewport = { width: 390, height: 780 };
  const page = await openPanel(site, '/admin/pages', { viewport });
  const text = `> ## Quoted\n\nUnderlined\n---\n\n${LINES.repeat(40)}## Last part\n\n${LINES.repeat(40)}`;
  const id = await makePage(page, 'With a heading', text);
  await page.goto(`/admin/pages/${id}/write`);
  const dialog = page.getByRole('dialog');
  const surface = surfaceOf(page);
  await surface.waitFor();
  const foot = await dialog.locator('> footer').boundingBox();
  expect(foot?.height).toBeLessThanOrEqual(0.2 * viewport.height);
  await save(page);
  await toast(page, 'Page updated successfully').waitFor();
  await noticeCoversNothing(page);

  const details = dialog.getByRole('button', { name: 'Details' });
  const outline = dialog.getByRole('navigation', { name: 'Outline' });
  const entry = outline.getByRole('button', { name: 'Last part' });
  await details.click();
  await entry.waitFor();
  expect(await outline.getByRole('button').allTextContents()).toEqual(['Underlined', 'Last part']);
  for (const name of [/^Comments/, 'History']) await dialog.getByRole('button', { name }).waitFor();
  await entry.click();
  const heading = surface.getByRole('heading', { name: 'Last part' });
  const top = async () => (await heading.boundingBox())?.y ?? -1;
  await expect.poll(top).toBeGreaterThan(60);
  expect(await top()).toBeLessThan(400);

  await dialog.getByRole('button', { name: 'Source of Content' }).click();
  await details.click();
  await entry.click();
  const source = dialog.getByLabel('Content');
  await hasFocus(source);
  const at = await source.evaluate((area) =>
    area instanceof HTMLTextAreaElement ? area.value.slice(area.selectionStart).slice(0, 12) : '',
  );
  expect(at).toBe('## Last part');
  await page.context().close();
});

it('a notice covers nothing of a form and moves nothing in it, on a desk and on a phone', async () => {
  for (const viewport of [WIDE.viewport, { width: 390, height: 780 }]) {
    const page = await openPanel(site, '/admin/faq/7', { viewport });
    await surfaceOf(page).click();
    await page.keyboard.type('x');
    const top = async () => (await surfaceOf(page).boundingBox())?.y;
    const before = await top();
    await page.keyboard.press('Control+s');
    await toast(page, 'FAQ updated successfully').waitFor();
    await noticeCoversNothing(page);
    expect(await top()).toBe(before);
    await page.locator('li[data-state=open]').waitFor({ state: 'detached' });
    expect(await top()).toBe(before);
    await page.context().close();
  }
});

it('the link picker obeys arrows and Enter, and Done in find leads back to the text', async () => {
  const page = await openPanel(site, '/admin/faq/4/write', WIDE);
  const surface = surfaceOf(page);
  await surface.click();
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+k');
  const link = page.getByRole('dialog', { name: 'Link', exact: true });
  await link.getByLabel('Page or address').fill('Addepar');
  await link.getByRole('option', { name: /^Addepar Vendor/ }).waitFor();
  const second = (await link.getByRole('option').nth(1).textContent())?.match(/ · (\/\S+)/)?.[1];
  expect(second).toMatch(/^\//);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await surface.locator(`a[href="${second}"]`).first().waitFor();
  // The button takes the first page, as Enter does.
  await page.keyboard.press('Control+k');
  await link.getByLabel('Page or address').fill('Masttro');
  await link.getByRole('option', { name: /^Masttro Vendor/ }).waitFor();
  await link.getByRole('button', { name: 'Set link' }).click();
  await surface.locator('a[href="/vendors/masttro"]').waitFor();
  const before = await surface.textContent();
  await hasFocus(surface);
  await page.keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: 'Find and replace' });
  await bar.getByLabel('Find', { exact: true }).fill('the');
  await bar.getByLabel('Replace with').fill('zzz');
  await bar.getByRole('button', { name: 'Replace all' }).click();
  await surface.getByText('zzz').first().waitFor();
  await bar.getByRole('button', { name: 'Done' }).click();
  await hasFocus(surface);
  await page.keyboard.press('Control+z');
  await expect.poll(() => surface.textContent()).toBe(before);
  await page.context().close();
});

it('a new item is saved as a draft to see its preview, and no reader sees it', async () => {
  const page = await openPanel(site, '/admin/faq/new/write', WIDE);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Question').fill('Is it begun?');
  await surfaceOf(page).click();
  await page.keyboard.type('Begun here.');
  await dialog.getByRole('button', { name: 'Save as draft and preview' }).click();
  await previewOf(page).locator('main').getByText('Begun here.').waitFor();
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/admin\/faq\/\d+\/write$/);
  const visitor = await site.newPage();
  const found = await visitor.request.get(`${site.url}/api/faq?q=begun`);
  expect(await found.json()).toEqual([]);
  await visitor.context().close();
  await page.context().close();
});
