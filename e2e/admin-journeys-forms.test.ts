import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { answer, type EditorPage, openPanel, save, toast, watchWrites } from './admin-helpers.ts';

let site: BrowserSite;
let page: EditorPage;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
  page = await openPanel(site, '/admin/trash', { viewport: { width: 1440, height: 900 } });
});
afterEach(() => page.unrouteAll({ behavior: 'ignoreErrors' }));
afterAll(() => site.close());

const make = async (name: string, data: Record<string, unknown>) => {
  const made = await page.request.post(`/api/${name}`, { data, headers: { origin: site.url } });
  expect(made.status(), await made.text()).toBe(201);
};

/** The server answers 500 to these methods, whatever they ask. */
const failOn = (name: string, ...methods: string[]) =>
  page.route(new RegExp(`/api/${name}(/|\\?|$)`), (route) =>
    methods.includes(route.request().method())
      ? route.fulfill({ status: 500, body: 'x' })
      : route.continue(),
  );

/** An error stands in a red toast of that title. */
const failure = async (text: string) => {
  const item = page.locator('li[data-state=open]').filter({ hasText: text });
  await item.getByText('Error', { exact: true }).waitFor();
  await item.getByText(text, { exact: true }).waitFor();
};

it('A4.02 A4.03 A4.05 A4.14 lists pages with their facts, asks before it deletes, and starts with defaults', async () => {
  await make('pages', {
    title: 'In the footer',
    slug: 'in-the-footer',
    content: 'Text',
    showInFooter: true,
    footerSection: 'legal',
    displayOrder: 7,
  });
  await make('pages', {
    title: 'Half a page',
    slug: 'half-a-page',
    content: 'Text',
    isPublished: false,
  });
  const writes = watchWrites(page);
  await page.goto('/admin/pages');
  const today = await page.evaluate(() =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(),
  );
  const cellsOf = async (title: string) => {
    const row = page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) });
    await row.waitFor();
    for (const verb of ['Edit', 'Delete'])
      expect(await row.getByRole('button', { name: `${verb} ${title}` }).count()).toBe(1);
    return (await row.locator('th, td').allTextContents()).slice(0, -1);
  };
  expect(await cellsOf('In the footer')).toEqual([
    'In the footer',
    'in-the-footer',
    'Published',
    'legal',
    '7',
    today,
  ]);
  expect(await cellsOf('Half a page')).toEqual([
    'Half a page',
    'half-a-page',
    'Draft',
    '—',
    '0',
    today,
  ]);
  await page.getByRole('button', { name: 'Delete Half a page' }).click();
  const question = page.getByText('Are you sure you want to delete "Half a page"?', {
    exact: true,
  });
  await question.waitFor();
  await answer(page, 'Cancel');
  await question.waitFor({ state: 'detached' });
  expect(writes).toEqual([]);

  await page.goto('/admin/pages/new');
  const form = page.getByRole('dialog', { name: 'Create New Page' });
  expect(await form.getByLabel('Show in Footer').isChecked()).toBe(false);
  expect(await form.getByLabel('Published').isChecked()).toBe(true);
  expect(await form.getByLabel('Display order').inputValue()).toBe('0');

  await page.goto('/admin/pages?q=zzzz');
  await page.getByText('No pages match your search.', { exact: true }).waitFor();
  await page.route('**/api/pages?*', (route) => route.fulfill({ json: [] }));
  await page.goto('/admin/pages');
  await page.getByText('No pages created yet.', { exact: true }).waitFor();
});

it('A15.01 A15.02 A15.13 A15.14 says what became of a page, done or failed', async () => {
  await failOn('pages', 'PUT', 'DELETE', 'POST');
  await page.goto('/admin/pages/new');
  const create = page.getByRole('dialog', { name: 'Create New Page' });
  await create.getByLabel('Title', { exact: true }).fill('A page with luck');
  await create.getByLabel('Content').fill('Text');
  await save(page);
  await failure('Failed to create page: 500: x');
  await page.unrouteAll();
  // The form is still there, and the next try works.
  await save(page);
  const done = page.locator('li[data-state=open]').filter({ hasText: 'Page created successfully' });
  await done.getByText('Success', { exact: true }).waitFor();

  await failOn('pages', 'PUT', 'DELETE');
  await page.getByRole('button', { name: 'Edit A page with luck' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Page' });
  await edit.getByLabel('Excerpt').fill('Short');
  await save(page);
  await failure('Failed to update page: 500: x');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await answer(page, 'Discard changes');
  await page.getByRole('button', { name: 'Delete A page with luck' }).click();
  await answer(page, 'Delete');
  await failure('Failed to delete page: 500: x');
  await page.getByRole('button', { name: 'Edit A page with luck' }).waitFor();
});

it('A9.10 A15.12 refuses a hub that is no list or has a double, and says which write failed', async () => {
  const hub = {
    pageType: 'faq',
    pageSlug: 'double-hub',
    title: 'First of two',
    description: 'One.',
    topic: 'Tests',
    relatedContent: [],
  };
  await make('content-hub-configs', hub);
  const refused = await page.request.post('/api/content-hub-configs', {
    data: { ...hub, pageSlug: 'other', relatedContent: 5 },
    headers: { origin: site.url },
  });
  expect(refused.status()).toBe(400);

  const writes = watchWrites(page);
  await page.goto('/admin/content-hub-configs/new');
  const form = page.getByRole('form', { name: 'Add Configuration' });
  await form.getByLabel('Page type').selectOption('faq');
  await form.getByLabel('Page slug').fill('double-hub');
  await form.getByLabel('Title', { exact: true }).fill('Second of two');
  await form.getByLabel('Topic').fill('Tests');
  await form.getByLabel('Description').fill('Two.');
  const related = form.getByLabel('Related content as JSON');
  for (const wrong of ['5', '{"type":"faq"}', '[{]']) {
    await related.fill(wrong);
    await save(page);
    await form
      .getByRole('alert')
      .getByText('Invalid JSON in related content field', { exact: true })
      .waitFor();
  }
  expect(writes).toEqual([]);
  await related.fill('[]');
  const responded = page.waitForResponse((response) => response.request().method() === 'POST');
  await save(page);
  expect((await responded).status()).toBe(409);
  await failure('Failed to create content hub configuration');
  expect(await form.getByLabel('Title', { exact: true }).inputValue()).toBe('Second of two');
  await form.getByLabel('Page slug').fill('single-hub');
  await failOn('content-hub-configs', 'PUT', 'DELETE');
  await save(page);
  await toast(page, 'Content hub configuration created successfully').waitFor();

  await page.getByRole('button', { name: 'Edit Second of two' }).click();
  const edit = page.getByRole('form', { name: 'Edit Configuration' });
  await edit.getByLabel('Topic').fill('Other');
  await save(page);
  await failure('Failed to update content hub configuration');
  await edit.getByRole('button', { name: 'Cancel' }).click();
  await answer(page, 'Discard changes');
  await page.getByRole('button', { name: 'Delete Second of two' }).click();
  await answer(page, 'Delete');
  await failure('Failed to delete content hub configuration');
});

it('A3.08 A8.03 A8.05 A14.39 opens the landing form with its defaults, its words and its pickers', async () => {
  await page.goto('/admin/landing-pages');
  await page.getByRole('link', { name: 'Add Landing Page' }).click();
  const form = page.getByRole('dialog', { name: 'Create Landing Page' });
  await form.getByRole('tab', { name: 'SEO & Settings' }).click();
  expect(await form.getByLabel('Call to action target').inputValue()).toBe('/compare');
  // The errors stand on the first tab, and saving leads there.
  await save(page);
  const labels = ['Title', 'Slug', 'Category', 'Primary keyword', 'Introduction'];
  for (const label of labels)
    await form.getByText(`${label} is required`, { exact: true }).waitFor();
  expect(await form.getByText(/ is required$/).count()).toBe(labels.length);

  const keywords = form.getByLabel('Secondary keywords');
  for (const keyword of ['a', ' A ', 'b', '']) {
    await keywords.fill(keyword);
    await keywords.press('Enter');
  }
  const chips = form.getByRole('button', { name: /^Remove / });
  const names = () =>
    chips.evaluateAll((all) => all.map((chip) => chip.getAttribute('aria-label')));
  await expect.poll(names).toEqual(['Remove a', 'Remove b']);
  await form.getByRole('button', { name: 'Remove a' }).click();
  await expect.poll(names).toEqual(['Remove b']);
  await keywords.fill('A');
  await keywords.press('Enter');
  await expect.poll(names).toEqual(['Remove b', 'Remove A']);

  const title = 'Eighty characters of a title that is far longer than any search engine will show';
  await form.getByLabel('Title', { exact: true }).fill(title);
  await form.getByRole('tab', { name: 'SEO & Settings' }).click();
  const copied = await form.getByLabel('Meta title').inputValue();
  expect(title.startsWith(copied)).toBe(true);
  expect(copied.length).toBeLessThanOrEqual(60);
  expect(copied.length).toBeGreaterThan(50);

  await form.getByRole('tab', { name: 'Vendors & FAQs' }).click();
  for (const [label, name] of [
    ['Vendors', 'vendors'],
    ['FAQs', 'faq'],
  ] as const) {
    const asked = page.waitForRequest((request) => {
      const url = new URL(request.url());
      return url.pathname === `/api/${name}` && url.searchParams.get('q') === 'fa';
    });
    await form.getByLabel(label, { exact: true }).fill('fa');
    expect((await asked).method()).toBe('GET');
    await page.getByRole('option').first().waitFor();
    // Escape closes the list and leaves the form.
    await page.keyboard.press('Escape');
    await page.getByRole('option').first().waitFor({ state: 'detached' });
    expect(await page.getByRole('alertdialog').count()).toBe(0);
  }
});

it('A10.08 A16.09 suggests lengths for the meta texts, and keeps the score between 0 and 100', async () => {
  await page.goto('/admin/faq/new');
  const modal = page.getByRole('dialog', { name: 'Create FAQ' });
  const scores: number[] = [];
  const texts = [
    ['x', 'y'],
    ['What is '.repeat(60), `${'[link](https://example.com) '.repeat(300)}\n\n## x`],
    ['What is a family office?', 'A family office manages the wealth of one family. '.repeat(20)],
  ];
  for (const [question = '', text = ''] of texts) {
    await modal.getByRole('tab', { name: 'Content' }).click();
    await modal.getByLabel('Question').fill(question);
    await modal.getByLabel('Answer').fill(text);
    await modal.getByRole('tab', { name: 'SEO' }).click();
    expect(await modal.getByLabel('Meta title').getAttribute('placeholder')).toContain('50-60');
    expect(await modal.getByLabel('Meta description').getAttribute('placeholder')).toContain(
      '150-160',
    );
    const shown = modal.getByRole('heading', { name: 'SEO score' });
    if (scores.length === 0) {
      // Nothing is said of a text before its keyphrase is chosen.
      expect(await shown.count()).toBe(0);
      await modal.getByLabel('Target keyphrase').fill('family office');
    }
    await expect.poll(() => shown.textContent()).toMatch(/\d+\/100/);
    scores.push(Number(/(-?\d+)\/100/.exec((await shown.textContent()) ?? '')?.[1]));
    const made = await page.request.post('/api/generate-seo', {
      data: { contentType: 'faq', title: question, content: text },
      headers: { origin: site.url },
    });
    scores.push((await made.json()).seoScore);
  }
  expect(scores).toHaveLength(6);
  for (const score of scores) {
    expect(score).toBeGreaterThanOrEqual(0);
    expect(score).toBeLessThanOrEqual(100);
  }
});

it('A16.10 PROMISE 12 refuses what is too large, and the form keeps it', async () => {
  const headers = { origin: site.url };
  const large = 'a'.repeat(1_100_000);
  const sent = await page.request.post('/api/faq', { data: { question: large }, headers });
  expect(sent.status()).toBe(413);
  expect(typeof (await sent.json()).message).toBe('string');
  await page.goto('/admin/vendors/new');
  const vendor = page.getByRole('dialog', { name: 'Create Vendor' });
  await vendor
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'huge.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(5_500_000, 1),
    });
  await vendor.getByRole('alert').getByText('huge.png: The image is larger than 5 MB').waitFor();

  await page.goto('/admin/faq/new');
  const modal = page.getByRole('dialog', { name: 'Create FAQ' });
  await modal.getByLabel('Question').fill('Is this too long?');
  await modal.getByLabel('Answer').fill(large);
  const responded = page.waitForResponse((response) => response.request().method() === 'POST');
  await save(page);
  expect((await responded).status()).toBe(413);
  await failure('Failed to create item');
  expect((await modal.getByLabel('Answer').inputValue()).length).toBe(large.length);
});
