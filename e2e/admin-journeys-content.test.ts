import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { answer, type EditorPage, openPanel, save, saveAndClose, toast } from './admin-helpers.ts';
import { open } from './public-support.ts';

let site: BrowserSite;
let folder: string;
let page: EditorPage;
let visitor: EditorPage;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'journeys '));
  site = await startBrowserSite({ data: 'starter', settings: { DATA_DIR: folder } });
  page = await openPanel(site, '/admin/trash', { viewport: { width: 1280, height: 900 } });
  visitor = await site.newPage();
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

const statusOf = async (path: string) => (await visitor.request.get(path)).status();
const tabOf = (name: string) =>
  page.getByRole('navigation', { name: 'Content' }).locator(`a[href="/admin/${name}"]`);

const make = async (name: string, data: Record<string, unknown>): Promise<number> => {
  const headers = { origin: site.url };
  const made = await page.request.post(`/api/${name}`, { data, headers });
  expect(made.status(), await made.text()).toBe(201);
  return (await made.json()).id;
};

const removeByHand = async (title: string) => {
  await page.getByRole('button', { name: `Delete ${title}`, exact: true }).click();
  await answer(page, 'Delete');
};

const restoreByHand = async (title: string) => {
  await tabOf('trash').click();
  await page.getByRole('button', { name: `Restore ${title}`, exact: true }).click();
  await page
    .getByText(/restored successfully$/)
    .first()
    .waitFor();
};

interface Journey {
  name: string;
  one: string;
  title: string;
  slug: string;
  data: Record<string, unknown>;
  /** The field whose new text a visitor sees. */
  label: string;
}

/** Edit, move, follow the old link, delete, bring back: by hand, watched by a visitor. */
const walk = async ({ name, one, title, slug, data, label }: Journey) => {
  const base = name === 'vendors' ? '/vendors' : '';
  const list = `/admin/${name}?q=${encodeURIComponent(title)}`;
  await make(name, data);
  expect(await statusOf(`${base}/${slug}`)).toBe(200);
  await page.goto(list);
  await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
  const modal = page.getByRole('dialog', { name: `Edit ${one}` });
  await modal.getByLabel(label, { exact: true }).fill('Words that were typed a moment ago.');
  await save(page);
  await toast(page, `${one} updated successfully`).waitFor();
  await visitor.goto(`${base}/${slug}`);
  await visitor.getByText('Words that were typed a moment ago.').first().waitFor();

  await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
  await modal.getByLabel('Slug').fill(`${slug}-moved`);
  await saveAndClose(page, modal);
  const hop = await visitor.request.get(`${base}/${slug}`, { maxRedirects: 0 });
  expect([hop.status(), hop.headers().location]).toEqual([301, `${base}/${slug}-moved`]);
  await visitor.goto(`${base}/${slug}`);
  expect(new URL(visitor.url()).pathname).toBe(`${base}/${slug}-moved`);

  await removeByHand(title);
  await toast(page, `${one} deleted successfully`).waitFor();
  expect(await statusOf(`${base}/${slug}-moved`)).toBe(404);
  await restoreByHand(title);
  expect(await statusOf(`${base}/${slug}-moved`)).toBe(200);
  expect(await statusOf(`${base}/${slug}`)).toBe(200);
  expect(page.problems).toEqual([]);
};

it('A12.01 A14.13 a vendor is edited, moved, deleted and brought back', () =>
  walk({
    name: 'vendors',
    one: 'Vendor',
    title: 'Ledger & Oak',
    slug: 'ledger-oak',
    label: 'Description',
    data: { name: 'Ledger & Oak', slug: 'ledger-oak', description: 'A ledger.' },
  }));

it('A9.02 A9.03 A14.38 a hub is edited, moved to another page, deleted and brought back', async () => {
  /** Polled: a page that only shows the hub may be two seconds late. */
  const blockOn = async (slug: string, title: string) => {
    expect((await visitor.goto(`/types/${slug}`))?.status()).toBe(200);
    return visitor.getByRole('heading', { name: title }).count();
  };
  await make('types', { title: 'A new type', slug: 'a-new-type', description: 'New.' });
  const was = "Leaving the Company's Payroll";
  // Readers see typographic quotes.
  await expect.poll(() => blockOn('embedded-family-office', was.replace("'", '’'))).toBe(1);
  await page.goto('/admin/content-hub-configs');
  const card = page.getByRole('listitem').filter({ has: page.getByText(was) });
  const related = card.getByRole('list', { name: 'Related content' }).getByRole('listitem');
  await related.first().waitFor();
  expect(await related.count()).toBe(5);
  expect(await related.first().textContent()).toBe('typeEmbedded Family OfficeCurrent Page');
  expect(await card.getByText('Current Page').count()).toBe(1);

  await page.getByRole('button', { name: `Edit ${was}` }).click();
  const form = page.getByRole('form', { name: 'Edit Configuration' });
  await form.getByLabel('Title', { exact: true }).fill('Leaving the payroll behind');
  await save(page);
  await toast(page, 'Content hub configuration updated successfully').waitFor();
  await expect.poll(() => blockOn('embedded-family-office', 'Leaving the payroll behind')).toBe(1);

  await page.getByRole('button', { name: 'Edit Leaving the payroll behind' }).click();
  await form.getByLabel('Page slug').fill('a-new-type');
  await saveAndClose(page, form);
  await expect.poll(() => blockOn('embedded-family-office', 'Leaving the payroll behind')).toBe(0);
  await expect.poll(() => blockOn('a-new-type', 'Leaving the payroll behind')).toBe(1);

  await removeByHand('Leaving the payroll behind');
  await toast(page, 'Content hub configuration deleted successfully').waitFor();
  await expect.poll(() => blockOn('a-new-type', 'Leaving the payroll behind')).toBe(0);
  await restoreByHand('Leaving the payroll behind');
  await expect.poll(() => blockOn('a-new-type', 'Leaving the payroll behind')).toBe(1);
});

const picture = (background: string) =>
  sharp({ create: { width: 320, height: 200, channels: 3, background } })
    .png()
    .toBuffer();

it('A11.21 A16.08 A16.11 a vendor gets a logo by drag and drop, a gallery and a video, and visitors see them', async () => {
  const id = await make('vendors', { name: 'Quill Systems', slug: 'quill-systems' });
  await page.goto(`/admin/vendors/${id}`);
  const modal = page.getByRole('dialog', { name: 'Edit Vendor' });
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/uploads', async (route) => {
    await gate;
    await route.continue();
  });
  const bytes = [...(await picture('navy'))];
  const dropped = await page.evaluateHandle((data) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(data)], 'logo.png', { type: 'image/png' }));
    return transfer;
  }, bytes);
  const area = modal.getByText('or drop an image here').first();
  await area.dispatchEvent('dragover', { dataTransfer: dropped });
  await area.dispatchEvent('drop', { dataTransfer: dropped });
  await modal.getByRole('progressbar', { name: 'Upload' }).waitFor();
  release();
  const logo = modal.getByRole('img', { name: 'Logo as it stands' });
  await logo.waitFor();
  await modal.getByRole('progressbar', { name: 'Upload' }).waitFor({ state: 'detached' });
  expect(await modal.getByLabel('Logo', { exact: true }).inputValue()).toMatch(/^\/uploads\//);
  await page.unroute('**/api/uploads');

  const chooser = page.waitForEvent('filechooser');
  await modal.getByRole('button', { name: 'Upload Gallery' }).click();
  const file = async (name: string, color: string) => ({
    name,
    mimeType: 'image/png',
    buffer: await picture(color),
  });
  await (await chooser).setFiles([await file('a.png', 'red'), await file('b.png', 'green')]);
  await modal.getByLabel('Gallery 2').waitFor();
  // Other files than images are refused in words, and the form stays.
  await modal
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'not-an-image.png',
      mimeType: 'image/png',
      buffer: Buffer.from('plain text'),
    });
  await modal
    .getByRole('alert')
    .getByText(/^not-an-image\.png: /)
    .waitFor();
  await logo.waitFor();

  await modal.getByRole('button', { name: 'Add to Videos' }).click();
  const video = modal.getByRole('group', { name: 'Videos' });
  await video.getByLabel('Url').fill('https://www.youtube.com/watch?v=aqz-KE-bpKQ');
  await video.getByLabel('Title').fill('A tour of Quill');
  await save(page);
  await toast(page, 'Vendor updated successfully').waitFor();

  expect((await open(visitor, '/vendors/quill-systems'))?.status()).toBe(200);
  const shots = visitor.getByRole('img', { name: /^Quill Systems screenshot/ });
  expect(await shots.count()).toBe(2);
  for (const shot of await shots.all()) {
    await shot.scrollIntoViewIfNeeded();
    await expect
      .poll(() => shot.evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  }
  const shownLogo = visitor.locator('main img[src^="/uploads/"]').first();
  await expect
    .poll(() => shownLogo.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  await visitor.getByRole('link', { name: /^Enlarge: Quill Systems screenshot 1/ }).click();
  await visitor.getByRole('dialog').waitFor();
  await visitor.keyboard.press('Escape');
  await visitor.getByText('A tour of Quill').first().waitFor();
});

it('A12.01 type, save, and an anonymous visitor’s cached page shows it at the next request', async () => {
  await page.goto('/admin/faq?sort=-updatedAt');
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click();
  const modal = page.getByRole('dialog', { name: 'Edit FAQ' });
  const path = `/faq/${await modal.getByLabel('Slug').inputValue()}`;
  const visitAnonymously = async () => {
    const response = await fetch(`${site.url}${path}`);
    return { cache: response.headers.get('x-cache'), text: await response.text() };
  };
  for (const words of ['The first new answer.', 'The second new answer.']) {
    await visitAnonymously();
    const cached = await visitAnonymously();
    expect(cached.cache).toBe('hit');
    expect(cached.text).not.toContain(words);
    await modal.getByLabel('Answer').fill(words);
    // Who has the item open is sent by PUT, too.
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'PUT' && response.url().includes('/api/faq/'),
    );
    await save(page);
    expect((await saved).status()).toBe(200);
    // Made anew for this request, or already in the background; never what was cached before the save.
    const fresh = await visitAnonymously();
    expect([fresh.cache === 'stale', fresh.text === cached.text]).toEqual([false, false]);
    expect(fresh.text).toContain(words);
    await expect.poll(async () => (await visitAnonymously()).cache).toBe('hit');
    await modal.waitFor({ state: 'detached' });
    await page
      .getByRole('button', { name: /^Edit / })
      .first()
      .click();
  }
});
