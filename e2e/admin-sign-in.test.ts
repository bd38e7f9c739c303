import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BrowserSite, EDITOR, startBrowserSite } from '#testing/browser.ts';
import { holdBack, open } from './public-support.ts';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

it('A1.03 A1.04 A1.05 A1.06 A1.07 shows the card with both ways in', async () => {
  const page = await site.newPage();
  await open(page, '/auth');
  await page.getByRole('heading', { name: 'Sign In', level: 1 }).waitFor();
  await page.getByText('Or continue with email').waitFor();
  const password = page.getByLabel('Password', { exact: true });
  expect(await password.getAttribute('type')).toBe('password');
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect.poll(() => password.getAttribute('type')).toBe('text');
  await page.getByRole('button', { name: 'Hide password' }).click();
  await expect.poll(() => password.getAttribute('type')).toBe('password');
  const asked = page.waitForRequest('**/api/login');
  await page.getByRole('button', { name: 'Sign in with SSO' }).click();
  await asked;
  // Without a provider the way leads to the email form, with a quiet line and no error.
  await page.getByRole('status').getByText('External sign-in is not set up').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByLabel('Email').waitFor();
  expect(page.problems).toEqual([]);
  await page.context().close();
});

it('A1.09 checks the fields before it asks the server', async () => {
  const page = await site.newPage();
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/api/auth/login')) requests += 1;
  });
  await open(page, '/auth');
  await page.getByLabel('Email').fill('abc');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByText('Please enter a valid email address').waitFor();
  await page.getByText('Password is required').waitFor();
  expect(requests).toBe(0);
  await page.context().close();
});

it('A1.08 A1.10 A1.11 says what the server says, in a red alert in the card', async () => {
  const page = await site.newPage();
  await open(page, '/auth');
  await page.getByLabel('Email').fill(EDITOR.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  const held = holdBack();
  await page.route('**/api/auth/login', held.handler);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.getByRole('button', { name: 'Signing in...' }).waitFor();
  held.release();
  // In the card that has the heading.
  const alert = page.locator('section', { has: page.getByRole('heading') }).getByRole('alert');
  await alert.waitFor();
  expect(await alert.textContent()).toBe('Invalid email or password');
  const color = await alert.evaluate((element) => getComputedStyle(element).color);
  const [red = 0, green = 255, blue = 255] = (color.match(/\d+/g) ?? []).map(Number);
  expect(red, color).toBeGreaterThan(2 * Math.max(green, blue));
  await page.unroute('**/api/auth/login');
  await page.route('**/api/auth/login', (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await alert.getByText('Login failed. Please try again.', { exact: true }).waitFor();
  await page.context().close();
});

it('A1.12 A1.13 A2.04 A2.06 A1.02 A12.08 P24.02 signs in, shows the panel, and out again', async () => {
  const page = await site.newPage({ viewport: { width: 1440, height: 900 } });
  await open(page, '/auth');
  await page.getByLabel('Email').fill(EDITOR.email);
  await page.getByLabel('Password', { exact: true }).fill(EDITOR.password);
  const sent = page.waitForRequest('**/api/auth/login');
  await page.keyboard.press('Enter');
  const login = await sent;
  expect(login.method()).toBe('POST');
  expect(await login.headerValue('content-type')).toMatch(/^application\/json\b/);
  expect(login.postDataJSON()).toEqual(EDITOR);
  await page.getByRole('heading', { name: 'Content Management', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/admin');
  const header = page.getByRole('banner');
  expect(await header.getByRole('link', { name: 'Admin' }).getAttribute('href')).toBe('/admin');
  await header.getByText('Edith').waitFor();
  await open(page, '/auth');
  await page.waitForURL(`${site.url}/`);
  await page.goto('/admin');
  const asked = page.waitForRequest('**/api/logout');
  await header.getByRole('link', { name: 'Logout' }).click();
  await asked;
  await page.waitForURL(`${site.url}/`);
  await page.goto('/admin');
  await page.getByRole('heading', { name: 'Login Required', level: 1 }).waitFor();
  await page.context().close();
});

it('A2.02 A2.03 shows anonymous visitors the way in, and no panel', async () => {
  const page = await site.newPage();
  const response = await page.goto('/admin');
  expect(response?.status()).toBe(200);
  await page.getByRole('heading', { name: 'Login Required' }).waitFor();
  expect(await page.getByText('Content Management').count()).toBe(0);
  const link = page.getByRole('link', { name: 'Sign In to Continue' });
  expect(await link.getAttribute('href')).toBe('/api/login');
  // The home page's chrome and hero, with this heading and this button on top.
  const heading = page.getByRole('heading', { level: 1 });
  const button = link;
  expect(await heading.textContent()).toBe('Login Required');
  expect((await heading.boundingBox())?.y).toBeLessThan((await button.boundingBox())?.y ?? 0);
  await page.getByText('$50,000 to $500,000+').waitFor();
  await page.getByRole('contentinfo').waitFor();
  await link.click();
  await page.waitForURL('**/auth?message=not-set-up');
  await page.getByRole('status').getByText('Please sign in with your email.').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByLabel('Email').waitFor();
  await page.context().close();
});

it('A2.05 answers 404 with the not-found screen for any other path', async () => {
  const page = await site.newPage();
  const response = await page.goto('/admin/zzz');
  expect(response?.status()).toBe(404);
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor();
  await page.context().close();
});
