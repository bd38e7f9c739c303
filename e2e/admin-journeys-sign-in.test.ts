import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACCOUNT_ATTEMPTS } from '#modules/auth/limits.server.ts';
import { issueResetToken } from '#modules/auth/users.server.ts';
import { type BrowserSite, EDITOR, startBrowserSite } from '#testing/browser.ts';
import { type OidcServer, startOidcServer } from '../src/testing/auth/oidc-server.ts';
import type { EditorPage } from './admin-helpers.ts';
import { open, waitUntilHydrated } from './public-support.ts';

const NEW_PASSWORD = 'a wholly different passphrase';

let site: BrowserSite;
let provider: OidcServer;
beforeAll(async () => {
  site = await startBrowserSite({
    data: 'starter',
    settings: { ADMIN_EMAILS: 'olga@example.com' },
    settingsFor: async (siteUrl) => {
      provider = await startOidcServer({
        siteUrl,
        people: {
          olga: { email: 'olga@example.com', email_verified: true, given_name: 'Olga' },
          edith: { email: EDITOR.email, email_verified: true },
          unlisted: { email: 'unlisted@example.com', email_verified: true },
          unproved: { email: 'olga@example.com', email_verified: false },
        },
      });
      return provider.settings;
    },
  });
});
afterAll(async () => {
  await site.close();
  await provider.close();
});

const wide = { viewport: { width: 1440, height: 900 } };

/** A visitor without the internet: the provider's own page would like a font from there. */
const newVisitor = async (): Promise<EditorPage> => {
  const page = await site.newPage(wide);
  await page.context().route(/^https:/, (route) => route.fulfill({ contentType: 'text/css' }));
  return page;
};

/** A user's steps at the provider: name, password, consent. */
const passProvider = async (page: EditorPage, login: string) => {
  await page.waitForURL(`${provider.issuer}/**`);
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
};

const typePassword = async (page: EditorPage, password: string) => {
  await page.getByLabel('Email').fill(EDITOR.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
};

/** Holds the page's scripts back, as a slow line would. */
const withoutScripts = async (page: EditorPage): Promise<() => Promise<void>> => {
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/*.js', async (route) => {
    await gate;
    await route.continue();
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: 'wait' });
  };
};

const panelOf = (page: EditorPage) =>
  page.getByRole('heading', { name: 'Content Management', level: 1 });

const tabsOf = async (page: EditorPage) =>
  page
    .getByRole('navigation', { name: 'Content' })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
let tabsOfOlga: (string | null)[] = [];

it('A1.04 A14.09 A17.03 P24.08 PROMISE 2 signs in at the external provider, click by click', async () => {
  const page = await newVisitor();
  const sent = await page.request.get('/api/login', { maxRedirects: 0 });
  expect(sent.status()).toBe(302);
  expect(sent.headers().location).toContain(`${provider.issuer}/auth?`);

  await open(page, '/auth');
  await page.getByLabel('Email').waitFor();
  await page.getByLabel('Password', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sign In', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await passProvider(page, 'olga');
  page.problems.length = 0;
  await panelOf(page).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin');
  await page.getByRole('banner').getByText('Olga').waitFor();
  tabsOfOlga = await tabsOf(page);
  const cookies = await page.context().cookies(site.url);
  expect(cookies.find(({ name }) => name.includes('session'))).toMatchObject({
    httpOnly: true,
    sameSite: 'Lax',
  });
  expect(page.problems).toEqual([]);
  await page.context().close();
});

it('A2.02 A17.01 A17.02 leads an anonymous visitor from the panel through the provider back to it', async () => {
  const page = await newVisitor();
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Sign In to Continue' }).click();
  await passProvider(page, 'edith');
  await panelOf(page).waitFor();
  await page.getByRole('banner').getByText('Edith').waitFor();
  await page.getByRole('link', { name: 'Add Vendor' }).waitFor();
  expect(await tabsOf(page)).toEqual(tabsOfOlga);
  expect(tabsOfOlga.length).toBeGreaterThanOrEqual(16);
  expect(tabsOfOlga.length).toBeLessThanOrEqual(24);
  // Screens that share a place of the navigation lead to each other.
  await open(page, '/admin/activity');
  const shared = page.getByRole('navigation', { name: 'Settings' }).getByRole('link');
  await expect
    .poll(() => shared.allTextContents())
    .toEqual(['Settings', 'Users', 'Your account', 'Activity', 'Tokens', 'Webhooks']);
  await page.context().close();
});

it('A1.07 keeps what was typed before the script had come', async () => {
  const page = await newVisitor();
  const bringScripts = await withoutScripts(page);
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(EDITOR.email);
  await page.getByLabel('Password', { exact: true }).fill(EDITOR.password);
  await bringScripts();
  await waitUntilHydrated(page);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await panelOf(page).waitFor();
  await page.context().close();
});

it('A1.04 leads to the provider even before the script has come', async () => {
  const page = await newVisitor();
  const bringScripts = await withoutScripts(page);
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await page.waitForURL(`${provider.issuer}/**`);
  await bringScripts();
  await page.context().close();
});

it('A17.04 PROMISE 2 tells those who may not come in why, and opens no session', async () => {
  const refusals = {
    unlisted: 'This account may not sign in here. Please ask an administrator.',
    unproved: 'Your provider has not verified this email address.',
  };
  for (const [login, text] of Object.entries(refusals)) {
    const page = await newVisitor();
    await open(page, '/auth');
    await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
    await passProvider(page, login);
    await page.getByRole('alert').getByText(text, { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth');
    expect((await page.request.get('/api/auth/user')).status()).toBe(401);
    await page.context().close();
  }
  const page = await newVisitor();
  await open(page, '/auth');
  await page.getByRole('button', { name: 'Sign in with Example ID' }).click();
  await page.getByRole('link', { name: /cancel/i }).click();
  await page.getByRole('alert').getByText('The sign-in was canceled.', { exact: true }).waitFor();
  await page.context().close();
});

it('PROMISE 3 PROMISE 4 locks an account after ten wrong passwords, and a one-time link opens it', async () => {
  const other = await site.newPage();
  await site.signIn(other);
  expect((await other.request.get('/api/auth/user')).status()).toBe(200);

  const page = await site.newPage(wide);
  await open(page, '/auth');
  const alert = page.getByRole('alert');
  for (let attempt = 0; attempt < ACCOUNT_ATTEMPTS; attempt += 1) {
    const responded = page.waitForResponse('**/api/auth/login');
    await typePassword(page, `wrong ${attempt}`);
    expect((await responded).status()).toBe(401);
    await alert.getByText('Invalid email or password', { exact: true }).waitFor();
  }
  // Even the right one, as long as the account is locked.
  const responded = page.waitForResponse('**/api/auth/login');
  await typePassword(page, EDITOR.password);
  const locked = await responded;
  expect(locked.status()).toBe(429);
  expect(Number(locked.headers()['retry-after'])).toBeGreaterThan(0);
  const { message } = await locked.json();
  await alert.getByText(message, { exact: true }).waitFor();
  expect(message).toMatch(/^Too many/);

  const token = await issueResetToken(site.db, EDITOR.email);
  const link = `/auth/reset?token=${token}`;
  await open(page, link);
  await page.getByLabel('New password', { exact: true }).fill('short');
  await page.getByLabel('Repeat the password', { exact: true }).fill('other');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await page.getByText('The two passwords differ').waitFor();
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByLabel('Repeat the password', { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set Password' }).click();
  await panelOf(page).waitFor();
  expect((await other.request.get('/api/auth/user')).status()).toBe(401);
  await other.goto('/admin');
  await other.getByRole('heading', { name: 'Login Required' }).waitFor();

  // The link works once; the new password works, the old one does not.
  await open(other, link);
  await other.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
  await other.getByLabel('Repeat the password', { exact: true }).fill(NEW_PASSWORD);
  await other.getByRole('button', { name: 'Set Password' }).click();
  await other.getByRole('alert').getByText('This link is not valid any more.').waitFor();
  await open(other, '/auth');
  await typePassword(other, EDITOR.password);
  await other.getByRole('alert').getByText('Invalid email or password').waitFor();
  await typePassword(other, NEW_PASSWORD);
  await panelOf(other).waitFor();
  await other.context().close();
  await page.context().close();
});

it('A2.01 A12.08 P1.16 P24.07 shows Loading while the user is asked for, and forgets them at logout', async () => {
  const page = await site.newPage(wide);
  const login = await page.request.post('/api/auth/login', {
    data: { email: EDITOR.email, password: NEW_PASSWORD },
    headers: { origin: site.url },
  });
  expect(login.status()).toBe(200);
  await page.goto('/about');
  const header = page.getByRole('banner');
  await header.getByRole('link', { name: 'Admin' }).waitFor();
  await waitUntilHydrated(page);
  let asked = 0;
  let release = () => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/auth/user', async (route) => {
    asked += 1;
    await gate;
    await route.continue();
  });
  // A page always knows its reader; this one has forgotten, so that it has to ask.
  await page.evaluate(() => {
    type Client = { removeQueries(filter: { queryKey: string[] }): void };
    type Router = {
      options: { context: { queryClient: Client } };
      navigate(target: { href: string }): void;
    };
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: Router };
    router.options.context.queryClient.removeQueries({ queryKey: ['/api/auth/user'] });
    // At once: the header drops its link as soon as the reader is unknown.
    router.navigate({ href: '/admin' });
  });
  const loading = page.getByRole('status').filter({ hasText: 'Loading' });
  await loading.waitFor();
  expect(await loading.boundingBox()).toMatchObject({ x: 0, y: 0, width: 1440, height: 900 });
  expect(await panelOf(page).count()).toBe(0);
  expect(await page.getByText('Login Required').count()).toBe(0);
  release();
  await panelOf(page).waitFor();
  expect(asked).toBe(1);
  await page.unroute('**/api/auth/user');

  const left = page.waitForRequest('**/api/logout');
  await header.getByRole('link', { name: 'Logout' }).click();
  expect((await left).isNavigationRequest()).toBe(true);
  await page.waitForURL(`${site.url}/`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await header.getByRole('link', { name: 'Admin' }).count()).toBe(0);
  expect((await page.request.get('/api/auth/user')).status()).toBe(401);
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'Login Required' }).waitFor();
  await page.context().close();
});
