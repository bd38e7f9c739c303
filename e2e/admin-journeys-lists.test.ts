import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { registry } from '#content/index.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { answer, type EditorPage, openPanel, save, toast, watchWrites } from './admin-helpers.ts';

/** The nine lists of the specification, with the word for one of each. */
const LISTS: Record<string, string> = {
  faq: 'FAQ',
  glossary: 'Glossary Term',
  features: 'Feature',
  vendors: 'Vendor',
  services: 'Service',
  types: 'Type',
  'service-providers': 'Provider',
  'search-terms': 'Search Term',
  'landing-pages': 'Landing Page',
};

let site: BrowserSite;
let page: EditorPage;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
beforeEach(async () => {
  page = await openPanel(site, '/admin/trash', { viewport: { width: 1440, height: 900 } });
});
afterEach(() => page.context().close());
afterAll(() => site.close());

const cards = () => page.locator('[data-item-card]');
/** The item of a title, on its card or in its row of the table. */
const cardOf = (title: string) =>
  page
    .locator('[data-item-card], tr[data-row]')
    .filter({ has: page.getByText(title, { exact: true }) });
const make = async (name: string, data: Record<string, unknown>) => {
  const made = await page.request.post(`/api/${name}`, { data, headers: { origin: site.url } });
  expect(made.status(), await made.text()).toBe(201);
};
const openTab = (name: string) =>
  page.getByRole('navigation', { name: 'Content' }).locator(`a[href="/admin/${name}"]`).click();
const collectionOf = (name: string) => registry.find((one) => one.name === name);
const plain = (text: string) => text.replace(/\s+/g, ' ').trim();

it('A3.01 A3.02 has an Add button on nine lists, and a card for each item with its facts', async () => {
  for (const [name, one] of Object.entries(LISTS)) {
    const collection = collectionOf(name);
    const listed = page.waitForResponse((response) => {
      const url = new URL(response.url());
      return url.pathname === `/api/${name}` && !url.search.includes('status=visible');
    });
    await openTab(name);
    const items = (await (await listed).json()) as Record<string, unknown>[];
    expect(items.length).toBeGreaterThan(0);
    await page.getByRole('link', { name: `Add ${one}`, exact: true }).waitFor();
    await cards().first().waitFor();
    expect([name, await cards().count()]).toEqual([name, items.length]);
    for (const verb of ['Edit', 'Delete']) {
      const buttons = cards().getByRole('button', { name: new RegExp(`^${verb} `) });
      expect([name, verb, await buttons.count()]).toEqual([name, verb, items.length]);
    }
    const [first = {}] = items;
    const shown = plain((await cards().first().textContent()) ?? '');
    expect(shown).toContain(plain(String(first[collection?.title ?? ''])));
    const body = plain(String(first[collection?.body ?? ''] ?? ''));
    if (collection?.body) expect(shown).toContain(body.replace(/[*#[\]`].*/s, '').slice(0, 40));
    const facts = { category: 'Category', displayOrder: 'Order', slug: 'Slug' };
    for (const [key, label] of Object.entries(facts)) {
      if (!collection?.fields[key] || collection.fields.searchVolume) continue;
      expect([name, shown]).toEqual([
        name,
        expect.stringContaining(`${label}:${first[key] || (key === 'displayOrder' ? 0 : '—')}`),
      ]);
    }
  }
});

it('A3.03 A12.01 A12.02 A12.07 A14.15 follows the switches with its badges, after a list of its own', async () => {
  await make('glossary', { term: 'Badge term', slug: 'badge-term', definition: 'A word.' });
  await page.goto('/admin/glossary?q=badge');
  const card = cardOf('Badge term');
  await card.getByText('Published', { exact: true }).waitFor();
  expect(await card.getByText('Auto-link', { exact: true }).count()).toBe(0);
  await page.getByRole('button', { name: 'Edit Badge term' }).click();
  const modal = page.getByRole('dialog', { name: 'Edit Glossary Term' });
  await modal.getByLabel('Auto-link').check();
  await modal.getByLabel('Published').uncheck();
  await modal.getByText('Looking for what uses it...').waitFor({ state: 'hidden' });
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/glossary')) calls.push(request.method());
  });
  await save(page);
  await card.getByText('Draft', { exact: true }).waitFor();
  await card.getByText('Auto-link', { exact: true }).waitFor();
  expect(calls[0]).toBe('PUT');
  expect(calls).toContain('GET');

  await make('service-providers', { name: 'Badge provider' });
  await page.goto('/admin/service-providers?q=badge');
  const provider = cardOf('Badge provider');
  await provider.getByText('Active', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Edit Badge provider' }).click();
  await page.getByRole('dialog').getByLabel('Active').uncheck();
  await page.getByText('Looking for what uses it...').waitFor({ state: 'hidden' });
  await save(page);
  await provider.getByText('Inactive', { exact: true }).waitFor();
});

/** One type for each way of naming its switch, and of choosing and typing what it needs. */
const KINDS = [
  { name: 'service-providers', one: 'Provider', label: 'Name', flag: 'Active' },
  { name: 'comparisons', one: 'Comparison', label: 'Title', flag: 'Published' },
  { name: 'cta-banners', one: 'Banner', label: 'Title', flag: 'Active' },
] as const;

/** Fills one type's form beside its title. */
const fillTheRest = async (name: string, form: Locator) => {
  const fill = (label: string, text: string) => form.getByLabel(label, { exact: true }).fill(text);
  if (name === 'cta-banners') {
    await fill('Button text', 'Go on');
    await fill('Button target', '/compare');
  }
  if (name !== 'comparisons') return;
  await fill('Slug', 'kubera-vs-elysys');
  for (const [label, vendor] of [
    ['First vendor', 'Kubera'],
    ['Second vendor', 'Elysys'],
  ] as const) {
    await fill(label, vendor);
    await page.getByRole('option', { name: vendor, exact: true }).click();
  }
};

it.each(KINDS)(
  'A2.12 A2.13 A3.07 A12.03 A12.05 A15.15 A17.02 creates, edits and deletes in $name, naming the type',
  async ({ name, one, label, flag }) => {
    const writes = watchWrites(page);
    const title = `Made by hand ${one}`;
    const collection = collectionOf(name);
    await openTab(name);
    await page.getByRole('searchbox', { name: `Search ${collection?.label.many}` }).fill('made');
    await page.waitForURL(/q=made/);
    await page.getByRole('link', { name: `Add ${one}`, exact: true }).click();
    const modal = page.getByRole('dialog', { name: `Create ${one}`, exact: true });
    expect(await modal.getByLabel(flag, { exact: true }).isChecked()).toBe(true);
    await modal.getByLabel(label, { exact: true }).fill(title);
    await fillTheRest(name, modal);
    await save(page);
    await toast(page, `${one} created successfully`).waitFor();
    const { body = {} } = writes.at(-1) ?? {};
    const flags = Object.entries(collection?.fields ?? {}).filter(
      ([, { kind }]) => kind === 'flag',
    );
    for (const [key, { default: untouched }] of flags)
      expect([key, body[key]]).toEqual([key, untouched === true]);

    await page.getByRole('button', { name: `Edit ${title}`, exact: true }).click();
    const edit = page.getByRole('dialog', { name: `Edit ${one}`, exact: true });
    await edit.getByLabel(label, { exact: true }).fill(`${title} again`);
    await save(page);
    await toast(page, `${one} updated successfully`).waitFor();
    await cardOf(`${title} again`).waitFor();

    await page.getByRole('button', { name: `Delete ${title} again`, exact: true }).click();
    const question = `Are you sure you want to delete "${title} again"?`;
    await page.getByText(question, { exact: true }).waitFor();
    await answer(page, 'Delete');
    await toast(page, `${one} deleted successfully`).waitFor();
    await cardOf(`${title} again`).waitFor({ state: 'detached' });
    expect(page.problems).toEqual([]);
  },
);
