import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { answer, openPanel, save, toast, watchWrites } from './admin-helpers.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

it('A4.01 A4.04 A4.06 A4.09 A4.10 A4.11 A4.12 A15.14 keeps pages', async () => {
  const page = await openPanel(site, '/admin/pages');
  const writes = watchWrites(page);
  await page.getByRole('heading', { name: 'Pages', level: 2 }).waitFor();
  await expect
    .poll(() => page.getByRole('columnheader').allTextContents())
    .toEqual(['Title', 'Slug', 'Status', 'Footer', 'Order', 'Updated', 'Actions']);
  await page.getByRole('searchbox').fill('PRIVACY-P');
  await page.getByText('1 of 7 pages').waitFor();
  await page.getByRole('searchbox').fill('zzzz');
  await page.getByText('No pages match your search.').waitFor();
  await page.getByRole('searchbox').fill('');
  await page.getByText('7 of 7 pages').waitFor();

  await page.getByRole('link', { name: 'Add Page' }).click();
  const create = page.getByRole('dialog', { name: 'Create New Page' });
  await save(page);
  for (const text of ['Title is required', 'Content is required', 'Slug is required'])
    await create.getByText(text, { exact: true }).waitFor();
  expect(writes).toEqual([]);
  await create
    .getByLabel('Title', { exact: true })
    .pressSequentially(' Terms & Conditions -- 2024! ');
  await expect.poll(() => create.getByLabel('Slug').inputValue()).toBe('terms-conditions-2024');
  expect(await create.getByLabel('Content').getAttribute('rows')).toBe('15');
  await create.getByLabel('Content').fill('# A heading');
  expect(await create.getByLabel('Footer section').count()).toBe(0);
  await create.getByLabel('Show in Footer').check();
  await expect
    .poll(() => create.getByLabel('Footer section').locator('option').allTextContents())
    .toEqual(['Choose', 'legal', 'company', 'resources', 'support']);
  await create.getByLabel('Footer section').selectOption('legal');
  await create.getByLabel('Display order').fill('abc');
  await create.getByRole('button', { name: 'Preview' }).click();
  await create.getByRole('region', { name: 'Preview' }).getByText('A heading').waitFor();
  await save(page);
  await toast(page, 'Page created successfully').waitFor();
  expect(writes[0]?.body).toMatchObject({ displayOrder: 0, footerSection: 'legal' });

  const visitor = await site.newPage();
  await visitor.goto('/terms-conditions-2024');
  await visitor.getByRole('heading', { name: 'A heading' }).waitFor();

  await page.getByRole('button', { name: /^Edit\s+Terms & Conditions/ }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Page' });
  await edit.getByLabel('Title', { exact: true }).fill('Other title');
  expect(await edit.getByLabel('Slug').inputValue()).toBe('terms-conditions-2024');
  await edit.getByLabel('Show in Footer').uncheck();
  await save(page);
  await toast(page, 'Page updated successfully').waitFor();
  expect(writes.at(-1)?.body).toMatchObject({ showInFooter: false });

  await page.getByRole('button', { name: 'Delete Other title' }).click();
  await page.getByText('Are you sure you want to delete "Other title"?').waitFor();
  await answer(page, 'Delete');
  await toast(page, 'Page deleted successfully').waitFor();
  expect((await visitor.goto('/terms-conditions-2024'))?.status()).toBe(404);
  await page.route('**/api/pages', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 500, body: 'x' })
      : route.continue(),
  );
  await page.goto('/admin/pages/new');
  await create.getByLabel('Title', { exact: true }).fill('Fails');
  await create.getByLabel('Content').fill('Text');
  await save(page);
  await toast(page, 'Failed to create page: 500: x').waitFor();
  await visitor.context().close();
  await page.context().close();
});

it('A8.01 A8.02 A8.04 A8.06 A8.07 A8.08 A8.09 A8.10 A8.11 makes a landing page', async () => {
  const page = await openPanel(site, '/admin/landing-pages');
  const writes = watchWrites(page);
  await page.getByRole('link', { name: 'Add Landing Page' }).click();
  const form = page.getByRole('dialog', { name: 'Create Landing Page' });
  await expect
    .poll(() => form.getByRole('tab').allTextContents())
    .toEqual(['Content', 'Vendors & FAQs', 'SEO & Settings']);
  await save(page);
  for (const label of ['Title', 'Slug', 'Category', 'Primary keyword', 'Introduction'])
    await form.getByText(`${label} is required`, { exact: true }).waitFor();
  expect(writes).toEqual([]);
  const title = 'Treasury software for family offices that hold cash in many banks and currencies';
  await form.getByLabel('Title', { exact: true }).fill(title);
  const category = form.getByLabel('Category');
  const values = await category
    .locator('option')
    .evaluateAll((all) => all.map((option) => option.getAttribute('value')));
  expect(values.filter((value) => value !== '')).toEqual([
    'accounting-software',
    'portfolio-management',
    'reporting-tools',
    'data-aggregation',
    'family-office-crm',
    'best-family-office-software',
    'investment-management',
    'compliance-software',
    'risk-management',
    'estate-planning',
  ]);
  await category.selectOption('risk-management');
  await form.getByLabel('Primary keyword').fill('treasury');
  for (const keyword of ['a', '', ' ', 'A']) {
    await form.getByLabel('Secondary keywords').fill(keyword);
    await form.getByLabel('Secondary keywords').press('Enter');
  }
  await form.getByLabel('Introduction').fill('one two three');
  await form.getByText('3 words').waitFor();
  await form.getByText('40-80 words').waitFor();
  await form.getByRole('tab', { name: 'Vendors & FAQs' }).click();
  await form.getByLabel('Vendors', { exact: true }).fill('addepar');
  await page.getByRole('option', { name: 'Addepar' }).click();
  await form.getByLabel('FAQs', { exact: true }).fill('virtual');
  await page.getByRole('option').first().waitFor();
  await page.keyboard.press('Enter');
  await form.getByRole('tab', { name: 'SEO & Settings' }).click();
  expect(await form.getByLabel('Meta title').inputValue()).toBe(title.slice(0, 60));
  expect(await form.getByLabel('Call to action target').inputValue()).toBe('/compare');
  expect(await form.getByLabel('Published').isChecked()).toBe(false);
  await form.getByLabel('Published').check();
  await save(page);
  await toast(page, 'Landing Page created successfully').waitFor();
  expect(writes[0]?.body).toMatchObject({
    secondaryKeywords: ['a'],
    ctaText: 'View Full Comparison',
    includeBuyerPersonas: true,
    includeComparisonTable: true,
    displayOrder: 0,
  });
  expect(writes[0]?.body.associatedVendorIds).toHaveLength(1);
  expect(writes[0]?.body.associatedFaqIds).toHaveLength(1);
  const visitor = await site.newPage();
  await visitor.goto(`/${writes[0]?.body.slug}`);
  await visitor.getByRole('heading', { level: 1, name: title }).waitFor();
  await visitor.context().close();
  await page.context().close();
});

it('A9.01 A9.03 A9.04 A9.05 A9.06 A9.07 A9.08 A9.09 A9.11 A15.23 edits hubs in their place', async () => {
  const page = await openPanel(site, '/admin/content-hub-configs');
  const writes = watchWrites(page);
  await page.getByRole('link', { name: 'Add Configuration' }).click();
  const form = page.getByRole('form', { name: 'Add Configuration' });
  for (const label of ['Page slug', 'Title', 'Topic'])
    expect(await form.getByLabel(label, { exact: true }).inputValue()).toBe('');
  await save(page);
  for (const label of ['Page slug', 'Title', 'Description', 'Topic'])
    await form.getByText(`${label} is required`, { exact: true }).waitFor();
  expect(await form.getByLabel('Page type').locator('option').allTextContents()).toEqual([
    'Choose',
    'FAQ',
    'Glossary',
    'Service',
    'Type',
  ]);
  await form.getByLabel('Page type').selectOption('faq');
  await form.getByLabel('Page slug').fill('a-hub-page');
  await form.getByLabel('Title', { exact: true }).fill('A hub of tests');
  await form.getByLabel('Topic').fill('Tests');
  await form.getByLabel('Description').fill('What goes with it.');
  for (const wrong of ['{', '5']) {
    await form.getByLabel('Related content as JSON').fill(wrong);
    await save(page);
    await form.getByRole('alert').getByText('Invalid JSON in related content field').waitFor();
  }
  expect(writes).toEqual([]);
  await form.getByLabel('Related content as JSON').fill('[]');
  await form.getByLabel('Add a page of type').selectOption('type');
  // Two that are chosen one after another both arrive, however late.
  const { promise: late, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/api/types/*', (route) => late.then(() => route.continue()));
  for (const title of ['Virtual Family Office', 'Embedded Family Office']) {
    await form.getByLabel('Find it').fill(title);
    await form.getByRole('option', { name: title }).click();
  }
  letGo();
  await form.getByText('Embedded Family Office').first().waitFor();
  await form.getByRole('button', { name: 'Current Page' }).first().click();
  await save(page);
  await toast(page, 'Content hub configuration created successfully').waitFor();
  const related = Array.isArray(writes[0]?.body.relatedContent)
    ? writes[0].body.relatedContent
    : [];
  expect(related.map(({ type, title }) => `${type} ${title}`).toSorted()).toEqual([
    'type Embedded Family Office',
    'type Virtual Family Office',
  ]);
  expect(related.map(({ isCurrentPage = false }) => isCurrentPage)).toEqual([true, false]);
  const card = page.getByRole('listitem').filter({ hasText: 'A hub of tests' });
  await card.getByText('faq/a-hub-page').waitFor();
  for (const text of ['What goes with it.', 'Enabled', 'Current Page'])
    await card.getByText(text, { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Edit A hub of tests' }).click();
  const edit = page.getByRole('form', { name: 'Edit Configuration' });
  for (const [label, value] of [
    ['Page slug', 'a-hub-page'],
    ['Title', 'A hub of tests'],
    ['Topic', 'Tests'],
    ['Description', 'What goes with it.'],
  ] as const)
    expect(await edit.getByLabel(label, { exact: true }).inputValue()).toBe(value);
  await edit.getByLabel('Enabled').uncheck();
  await save(page);
  await toast(page, 'Content hub configuration updated successfully').waitFor();
  await card.getByText('Disabled').waitFor();
  await page.getByRole('button', { name: 'Delete A hub of tests' }).click();
  await page.getByText('Are you sure you want to delete this content hub configuration?').waitFor();
  await answer(page, 'Delete');
  await toast(page, 'Content hub configuration deleted successfully').waitFor();
  await card.waitFor({ state: 'detached' });
  expect(page.problems).toEqual([]);
  await page.context().close();
});

it('A3.09 gives search terms a single view, and features Content and SEO', async () => {
  const page = await openPanel(site, '/admin');
  const tabsOf = async (name: string) => {
    await page.goto(`/admin/${name}/new`);
    await page.getByRole('dialog').waitFor();
    return page.getByRole('dialog').getByRole('tab').allTextContents();
  };
  expect(await tabsOf('features')).toEqual(['Content', 'SEO']);
  expect(await tabsOf('search-terms')).toEqual([]);
  await page.context().close();
});

it('A3.14 P11.13 picks services and use cases by name, and keeps their slugs and plain words', async () => {
  const page = await openPanel(site, '/admin/service-providers/new');
  const writes = watchWrites(page);
  await page.getByLabel('Name').fill('Picked Partners');
  const services = page.getByLabel('Services', { exact: true });
  await services.fill('trust admin');
  await page.getByRole('option', { name: 'Trust Administration' }).click();
  await services.fill('manager research');
  await page.getByRole('option', { name: /^Manager Research/ }).waitFor();
  await services.press('Enter');
  await services.press('Escape');
  await page.getByRole('button', { name: /^Move Manager Research .* up/ }).click();
  await save(page);
  await toast(page, 'Provider created successfully').waitFor();
  expect(writes[0]?.body.serviceIds).toEqual(['manager-due-diligence', 'trust-administration']);

  await page.goto('/admin/buyers-guides/new');
  await page.getByLabel('Title', { exact: true }).fill('A picked guide');
  const CASE = 'Consolidated Reporting for the Whole Family Balance Sheet';
  const cases = page.getByLabel('Recommended use cases');
  await cases.fill('consolidated');
  await page.getByRole('option', { name: CASE }).click();
  await cases.fill('Whatever the family asks');
  await page.getByRole('option', { name: 'Add “Whatever the family asks” as text' }).click();
  await save(page);
  await toast(page, "Buyer's Guide created successfully").waitFor();
  expect(writes.at(-1)?.body.recommendedUseCases).toEqual([
    'consolidated-reporting',
    'Whatever the family asks',
  ]);
  // Opened again, a slug has its title and words stand for themselves.
  await page.getByRole('link', { name: 'A picked guide', exact: true }).click();
  const chosen = page.getByRole('list', { name: 'Chosen' }).getByRole('listitem');
  await chosen.getByText(CASE, { exact: true }).waitFor();
  await expect.poll(() => chosen.allTextContents()).toEqual([CASE, 'Whatever the family asks']);
  expect(page.problems).toEqual([]);
  await page.context().close();
});
