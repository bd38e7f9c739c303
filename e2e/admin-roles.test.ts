import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type EditorPage, openPanel, settle, toast } from './admin-helpers.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const SLUG = 'how-many-people-run-the-software';

/** The panel as a user of this role sees it; `refused` collects the calls that the server refused. */
const openAs = async (role: string, path: string) => {
  await site.db.execute(sql`update users set role = ${role} where email = 'editor@example.com'`);
  const page = await openPanel(site, path, { viewport: { width: 1440, height: 900 } });
  const refused: string[] = [];
  page.on('response', (response) => {
    if (response.status() === 403) refused.push(response.url());
  });
  return Object.assign(page, { refused });
};

/** Actions in the content of the open tab, by name: buttons, and links that stand in for one. */
const namesIn = (page: EditorPage, selector: string) =>
  page
    .locator(selector)
    .evaluateAll((all) =>
      all.map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim()),
    );

const offeredOn = async (page: EditorPage, path: string): Promise<string[]> => {
  await page.goto(path);
  await settle(page);
  return namesIn(page, 'main button, main a[href$="/new"], main a[href*="/new?"]');
};

const WRITES =
  /^(Add(?! filter)|Import|Delete|Publish|Unpublish|Edit|Restore|Empty|Mark|Replace|Rename|Fetch|Rewrite|SEO|Activate|Check now|Redirect|Dismiss|Invite|Remove|Save|Upload|Choose|More)/;
/** Buttons that act at once, and do not only open something. */
const AT_ONCE =
  /^(Delete|Empty|Remove|Restore|Fetch|Publish|Unpublish|Activate|Deactivate|Check|Mark|Verify|SEO|Rewrite|Dismiss|Confirm|Generate)/;
const BUTTONS = 'main section button:visible:enabled';

/** Presses one button of each kind ('Edit …', 'History of …'), whatever the others before it opened. */
const pressEach = async (page: EditorPage, isLeft: (name: string) => boolean) => {
  const names = (await namesIn(page, BUTTONS)).filter((name) => !isLeft(name));
  const kinds = new Map(names.map((name) => [name.split(/[ :]/)[0], name]));
  for (const name of kinds.values()) {
    await page.locator(BUTTONS).evaluateAll((all, wanted) => {
      const found = all.find(
        (one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim() === wanted,
      );
      if (found instanceof HTMLElement) found.click();
    }, name);
    await page.keyboard.press('Escape');
  }
  await settle(page);
};

/** Every screen that the menu leads to, and those inside them; one's own account is there to be changed. */
const screensOf = async (page: EditorPage): Promise<string[]> => {
  await settle(page);
  const links = page.locator('nav[aria-label="Content"] a');
  const paths = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''));
  expect(paths.length).toBeGreaterThan(20);
  const inside = ['/admin/news/style-guides', '/admin/coverage?vendor=addepar'];
  return [...paths.filter((path) => path !== '/admin/account'), ...inside];
};

it('a viewer is offered nothing that changes anything', async () => {
  const page = await openAs('viewer', '/admin');
  const { id } = await (await fetch(`${site.url}/api/faq/${SLUG}`)).json();
  await page.goto(`/admin/faq/${id}`);
  const form = page.getByRole('dialog', { name: 'FAQ', exact: true });
  await form.getByRole('button', { name: 'History' }).waitFor();
  // It can be read and quoted, and is neither an input nor editable.
  expect(await form.getByLabel('Question', { exact: true }).isEditable()).toBe(false);
  expect(await form.locator('input:enabled, textarea:enabled, select:enabled').count()).toBe(0);
  const text = form.getByRole('textbox', { name: 'Formatted text' });
  expect(await text.getAttribute('contenteditable')).toBe('false');
  const buttons = await form.getByRole('button').allTextContents();
  const saving = buttons.filter((name) => /Save|Publish|Schedule|Preview link/.test(name));
  expect(saving).toEqual([]);
  // Nor by a key.
  await page.keyboard.press('Control+s');
  await form.getByRole('button', { name: 'Close', exact: true }).last().click();
  await form.waitFor({ state: 'detached' });
  expect([page.refused, page.problems]).toEqual([[], []]);
  await page.context().close();
});

it.each([
  ['viewer', /^$/],
  ['editor', AT_ONCE],
  ['publisher', AT_ONCE],
] as const)(
  'no control that a %s is offered on any screen leads to a refusal',
  async (role, left) => {
    const page = await openAs('owner', '/admin');
    // A request of the owner's is not to be refused to the next role.
    await settle(page);
    const { id } = await (await fetch(`${site.url}/api/glossary?limit=1`))
      .json()
      .then(([one]) => one);
    await page.request.delete(`/api/glossary/${id}`, { headers: { origin: site.url } });
    await site.db.execute(sql`update users set role = ${role} where email = 'editor@example.com'`);
    await page.goto('/admin');
    for (const path of await screensOf(page)) {
      const offered = await offeredOn(page, path);
      if (role === 'viewer') {
        // A filter by vendor is taken away again.
        const writes = offered.filter((name) => WRITES.test(name) && name !== 'Remove Addepar');
        expect([path, writes]).toEqual([path, []]);
        expect([path, await page.locator('main [type=file]').count()]).toEqual([path, 0]);
      }
      // All that the site begins with is public, and so was what is in the trash.
      if (role !== 'publisher') {
        const boxes = await page.getByRole('checkbox', { name: /^Select/ }).count();
        expect([path, boxes]).toEqual([path, 0]);
      }
      await pressEach(page, (name) => left.test(name));
      expect([path, page.refused]).toEqual([path, []]);
    }
    await page.context().close();
  },
);

it('an editor is offered neither a pencil nor a box for redirects, an owner no demotion of the last owner', async () => {
  await site.db.execute(
    sql`insert into redirects (from_path, to_path) values ('/from-here', '/about') on conflict do nothing`,
  );
  const page = await openAs('editor', '/admin');
  const offered = await offeredOn(page, '/admin/redirects');
  expect(offered.filter((name) => name.startsWith('Edit '))).toEqual([]);
  expect(await page.getByRole('checkbox').count()).toBe(0);
  await page.context().close();

  const owner = await openAs('owner', '/admin/users');
  await owner.getByRole('button', { name: 'Sessions of editor@example.com' }).waitFor();
  expect(await owner.getByLabel('Role of editor@example.com').count()).toBe(0);
  expect(await owner.getByRole('button', { name: 'Remove editor@example.com' }).count()).toBe(0);
  await owner.context().close();
});

it('an editor writes drafts, and is offered neither to publish nor to delete what is public', async () => {
  const page = await openAs('editor', '/admin');
  const offered = await offeredOn(page, '/admin/faq');
  expect(offered).toContain('Add FAQ');
  expect(offered.filter((name) => /^(Publish|Unpublish|Delete)/.test(name))).toEqual([]);
  // Redirects have no drafts.
  const elsewhere = await offeredOn(page, '/admin/redirects');
  expect(elsewhere.filter((name) => /^(Add|Import|Delete)/.test(name))).toEqual([]);

  const { id } = await (await fetch(`${site.url}/api/faq/${SLUG}`)).json();
  await page.goto(`/admin/faq/${id}`);
  const form = page.getByRole('dialog', { name: 'Edit FAQ' });
  await form.getByLabel('Question').fill('Who runs it all?');
  expect(await form.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
  expect(await form.getByLabel('Published', { exact: true }).count()).toBe(0);
  expect(await form.getByRole('button', { name: 'Schedule' }).count()).toBe(0);
  await page.keyboard.press('Control+s');
  await toast(page, 'Draft saved. Readers still see the live version.').waitFor();
  await form.getByRole('button', { name: 'Save draft', exact: true }).waitFor();
  expect(await form.getByRole('button', { name: 'Publish draft' }).count()).toBe(0);
  const ready = form.getByRole('region', { name: 'Ready to publish' });
  await ready.getByRole('button', { name: 'Mark as ready' }).click();
  await ready.getByText(/^Ready to publish, marked by/).waitFor();
  expect(await ready.getByRole('button').allTextContents()).toEqual(['Not ready yet']);

  await ready.getByRole('button', { name: 'Not ready yet' }).click();
  await ready.getByRole('button', { name: 'Mark as ready' }).waitFor();

  await page.goto('/admin/faq/new');
  const created = page.getByRole('dialog', { name: 'Create FAQ' });
  await created.getByLabel('Question').fill('Is this a draft?');
  await created.getByRole('textbox', { name: 'Formatted text' }).fill('It is.');
  await created.getByRole('button', { name: 'Save', exact: true }).click();
  await toast(page, 'FAQ created successfully').waitFor();
  expect((await fetch(`${site.url}/api/faq/is-this-a-draft`)).status).toBe(404);
  await page.goto('/admin/faq?q=Is+this+a+draft');
  await page.getByRole('button', { name: 'Delete Is this a draft?' }).waitFor();
  expect([page.refused, page.problems]).toEqual([[], []]);
  await page.context().close();
});
