import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { type EditorPage, openPanel, toast } from './admin-helpers.ts';
import { open } from './public-support.ts';

/** Another one when the test is tried again. */
let invited = 0;
const PASSWORD = 'kim has a long password';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

/** A device with a finger that is always right, or one that is always wrong. */
const plugIn = async (page: EditorPage) => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  return (isUserVerified: boolean) =>
    session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
};

const invite = async () => {
  invited += 1;
  const owner = await openPanel(site, '/admin/users');
  await owner.getByLabel('Email').fill(`kim-${invited}@example.com`);
  await owner.getByLabel('Role', { exact: true }).selectOption('editor');
  await owner.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = (await owner.locator('[data-shown-once]').innerText()).trim();
  await owner.context().close();
  return link;
};

it('somebody adds a passkey with their password, signs in with it alone, and removes it', async () => {
  const page = await site.newPage({ viewport: { width: 1440, height: 900 } });
  const setFinger = await plugIn(page);
  await open(page, await invite());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat the password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set Password and Sign In' }).click();
  await page.getByRole('heading', { name: 'Content Management', level: 1 }).waitFor();

  await page.goto('/admin/account');
  const name = page.getByLabel('Name of the new passkey');
  const add = page.getByRole('button', { name: 'Add a passkey' });
  await name.fill('Desk');
  await page.getByLabel('Account password').fill('not the password');
  await add.click();
  await page.getByText('This is not your password').waitFor();
  await page.getByLabel('Account password').fill(PASSWORD);
  await add.click();
  await toast(page, 'The passkey is added').waitFor();
  await page.getByText(/^Never used, added /).waitFor();
  expect(await findViolations(page)).toEqual([]);

  await page.context().clearCookies();
  await open(page, '/auth');
  const signIn = page.getByRole('button', { name: 'Sign in with a passkey' });
  await signIn.waitFor();
  expect(await findViolations(page)).toEqual([]);
  await setFinger(false);
  await signIn.click();
  await page.getByRole('alert').getByText('No passkey was used.').waitFor();
  await setFinger(true);
  const asked = page.waitForRequest('**/api/auth/passkey');
  await signIn.click();
  await page.getByRole('heading', { name: 'Content Management', level: 1 }).waitFor();

  // The response that opened the account opens it once.
  const sent = (await asked).postDataJSON();
  const again = await page.request.post('/api/auth/passkey', { data: sent });
  expect([again.status(), (await again.json()).message]).toEqual([
    401,
    'This passkey does not open an account here',
  ]);

  await page.goto('/admin/account');
  await page.getByText(/^Used .+, added /).waitFor();
  await page.getByRole('button', { name: 'Remove the passkey Desk' }).click();
  await toast(page, 'The passkey is removed').waitFor();
  await page.context().clearCookies();
  await open(page, '/auth');
  await signIn.click();
  await page.getByRole('alert').getByText('This passkey does not open an account here').waitFor();
  await page.context().close();
});
