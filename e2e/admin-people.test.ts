import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findViolations } from '#testing/axe.ts';
import { type BrowserSite, startBrowserSite } from '#testing/browser.ts';
import { answer, openPanel } from './admin-helpers.ts';
import { open } from './public-support.ts';

const EMAIL = 'ivy@example.com';
const PASSWORD = 'ivy has a long password';

let site: BrowserSite;
beforeAll(async () => {
  site = await startBrowserSite({ data: 'starter' });
});
afterAll(() => site.close());

const wide = { viewport: { width: 1440, height: 900 } };

it('the links of three invitations in a row stay in sight, and a user’s link sets a new password', async () => {
  const owner = await openPanel(site, '/admin/users', wide);
  const names = ['ann', 'ben', 'cleo'].map((name) => `${name}@example.com`);
  const links = owner.locator('[data-shown-once]');
  for (const [at, email] of names.entries()) {
    await owner.getByLabel('Email').fill(email);
    await owner.getByRole('button', { name: 'Invite', exact: true }).click();
    await expect.poll(() => links.count()).toBe(at + 1);
  }
  const old = await links.nth(1).innerText();
  await owner.getByRole('button', { name: 'New link for ben@example.com' }).click();
  await expect.poll(() => links.allInnerTexts()).not.toContain(old);
  expect(await links.count()).toBe(3);

  const guest = await site.newPage(wide);
  await open(guest, (await links.last().innerText()).trim());
  await guest.getByText(/invites you to the content desk of .* as editor, who writes/).waitFor();
  await guest.getByText('You sign in as ben@example.com.').waitFor();
  expect(await findViolations(guest)).toEqual([]);
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await guest.getByLabel('Repeat the password').fill(PASSWORD);
  await guest.getByRole('button', { name: 'Set Password and Sign In' }).click();
  await guest.getByRole('heading', { name: 'Content Management', level: 1 }).waitFor();
  await guest.context().close();

  await owner.reload();
  await owner.getByRole('button', { name: 'Password link for ben@example.com' }).click();
  await owner.getByRole('button', { name: 'Make link' }).click();
  const lost = await site.newPage(wide);
  await open(lost, (await links.first().innerText()).trim());
  await lost.getByLabel('New password', { exact: true }).fill(`${PASSWORD} again`);
  await lost.getByLabel('Repeat the password').fill(`${PASSWORD} again`);
  await lost.getByRole('button', { name: 'Set Password' }).click();
  await lost.getByRole('heading', { name: 'Content Management', level: 1 }).waitFor();
  expect([...owner.problems, ...lost.problems]).toEqual([]);
  await lost.context().close();
  await owner.context().close();
});

it('an owner invites, the invited sets a password and a second factor, is demoted and locked out, and the activity tells it all', async () => {
  const owner = await openPanel(site, '/admin/users', wide);
  await owner.getByLabel('Email').fill(EMAIL);
  await owner.getByLabel('Role', { exact: true }).selectOption('publisher');
  await owner.getByRole('button', { name: 'Invite', exact: true }).click();
  const link = await owner.locator('[data-shown-once]').innerText();
  await owner.getByRole('button', { name: `Withdraw the invitation of ${EMAIL}` }).waitFor();
  expect(await findViolations(owner)).toEqual([]);

  const guest = await site.newPage(wide);
  await open(guest, link.trim());
  expect(await findViolations(guest)).toEqual([]);
  await guest.getByLabel('First name').fill('Ivy');
  await guest.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await guest.getByLabel('Repeat the password').fill(PASSWORD);
  await guest.getByRole('button', { name: 'Set Password and Sign In' }).click();
  await guest.getByRole('heading', { name: 'Content Management', level: 1 }).waitFor();

  // The link is spent.
  const late = await site.newPage(wide);
  await open(late, link.trim());
  await late.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await late.getByLabel('Repeat the password').fill(PASSWORD);
  await late.getByRole('button', { name: 'Set Password and Sign In' }).click();
  await late.getByText('This invitation is not valid any more.').waitFor();
  await late.context().close();

  await guest.goto('/admin/account');
  await guest.getByLabel('Your password').fill(PASSWORD);
  await guest.getByRole('button', { name: 'Set up' }).click();
  await guest.getByAltText('QR code of the key below').waitFor();
  const secret = (await guest.locator('form p.font-mono').innerText()).trim();
  const code = (step = 0) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({
      timestamp: Date.now() + step * 30_000,
    });
  await guest.getByLabel('Code').fill(code());
  await guest.getByRole('button', { name: 'Switch on' }).click();
  await guest.getByText('10 recovery codes left').waitFor();
  expect(await findViolations(guest)).toEqual([]);

  const other = await site.newPage(wide);
  await open(other, '/auth');
  await other.getByLabel('Email').fill(EMAIL);
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await other.getByRole('button', { name: 'Sign In', exact: true }).click();
  await other.getByLabel('Code').fill(code(1));
  await other.getByRole('button', { name: 'Sign In', exact: true }).click();
  await other.getByRole('heading', { name: 'Content Management', level: 1 }).waitFor();
  await other.context().close();

  await owner.reload();
  await owner.getByLabel(`Role of ${EMAIL}`).selectOption('viewer');
  await answer(owner, 'Change the role');
  await owner.getByText(`${EMAIL} is now viewer`).first().waitFor();
  await guest.goto('/admin');
  await guest.getByRole('heading', { name: 'Login Required' }).waitFor();

  await owner.getByRole('button', { name: `Remove ${EMAIL}` }).click();
  await answer(owner, 'Remove');
  await owner.getByText(`${EMAIL} is removed`).first().waitFor();
  const login = await guest.request.post('/api/auth/login', {
    data: { email: EMAIL, password: PASSWORD, code: code(1) },
    headers: { origin: site.url },
  });
  expect(login.status()).toBe(401);
  await guest.context().close();

  await owner.goto('/admin/activity');
  const lines = owner.getByRole('main').getByRole('listitem');
  await lines
    .filter({ hasText: `removed ${EMAIL}` })
    .first()
    .waitFor();
  const told = (await lines.allInnerTexts()).join('\n');
  for (const words of [
    `invited ${EMAIL}`,
    `${EMAIL} joined`,
    `${EMAIL} switched the second factor on`,
    `${EMAIL} signed in`,
    `changed the role of ${EMAIL}`,
    `removed ${EMAIL}`,
  ]) {
    expect(told).toContain(words);
  }
  expect(told).toContain('from: publisher');
  await owner.getByRole('combobox', { name: 'Content' }).selectOption('faq');
  await owner.getByText('Nothing happened here.').waitFor();
  expect(await findViolations(owner)).toEqual([]);
  expect(owner.problems).toEqual([]);
  await owner.context().close();
});
