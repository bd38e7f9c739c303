import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeUser, PASSWORD } from '#testing/auth/make-user.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { issueResetToken } from './users.server.ts';

const EMAIL = 'paula@example.com';

let app: TestApp;
beforeAll(async () => {
  app = await buildApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.db.execute(sql`delete from users where email <> 'editor@example.com'`);
  await app.db.execute(sql`delete from rate_limits`);
  await makeUser(app.db, EMAIL);
});

const signIn = async () => {
  const { headers } = await app.call('POST', '/api/auth/login', {
    email: EMAIL,
    password: PASSWORD,
  });
  const cookie = headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return (method: string, path: string, body?: unknown) => app.call(method, path, body, { cookie });
};

/** As a browser sends it, with nothing behind it. */
const forged = (challenge: string) => ({
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: {
    clientDataJSON: Buffer.from(
      JSON.stringify({ type: 'webauthn.get', challenge, origin: 'http://localhost:3000' }),
    ).toString('base64url'),
    authenticatorData: 'AAAA',
    signature: 'AAAA',
    attestationObject: 'AAAA',
  },
});

it('whoever only asks writes nothing, and every challenge is another', async () => {
  const one = await app.call('POST', '/api/auth/passkey/options');
  const two = await app.call('POST', '/api/auth/passkey/options');
  expect([one.status, one.body.rpId, one.body.userVerification]).toEqual([
    200,
    'localhost',
    'required',
  ]);
  expect(one.body.challenge).not.toBe(two.body.challenge);
  const { rows } = await app.db.execute(sql`select count(*)::int as n from rate_limits`);
  expect(rows).toEqual([{ n: 0 }]);
});

it('a passkey is proposed for the password alone, never for a session', async () => {
  const me = await signIn();
  const wrong = await me('POST', '/api/account/passkeys/options', { password: 'wrong' });
  expect(wrong.body.fields).toEqual({ password: 'This is not your password' });
  const right = await me('POST', '/api/account/passkeys/options', { password: PASSWORD });
  expect([right.status, right.body.user.name, right.body.attestation]).toEqual([
    200,
    EMAIL,
    'none',
  ]);
});

it('a forged response adds nothing and opens nothing, and thirty of them are enough', async () => {
  const me = await signIn();
  const { body } = await me('POST', '/api/account/passkeys/options', { password: PASSWORD });
  const added = await me('POST', '/api/account/passkeys', {
    name: 'Forged',
    response: forged(body.challenge),
  });
  expect([added.status, Object.keys(added.body.fields)]).toEqual([400, ['response']]);
  expect((await me('GET', '/api/account/passkeys')).body).toEqual([]);
  const statuses = new Set<number>();
  for (let guess = 0; guess < 31; guess += 1) {
    const { body: asked } = await app.call('POST', '/api/auth/passkey/options');
    const response = forged(asked.challenge);
    statuses.add((await app.call('POST', '/api/auth/passkey', { response })).status);
  }
  expect([...statuses]).toEqual([401, 429]);
});

/** A key as a browser registers it, without attestation: CBOR by hand, which has no more than these few parts. */
const registered = (challenge: string) => {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(16);
  const coordinates = [x, y].map((part) => Buffer.from(part, 'base64url'));
  const key = Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    ...coordinates.flatMap((part, at) => [Buffer.from([0x21 + at, 0x58, 32]), part]),
  ]);
  const site = createHash('sha256').update('localhost').digest();
  // Present, verified, with a key; then a counter, an unknown kind of authenticator, and the length of the id.
  const authData = Buffer.concat([site, Buffer.from([0x45, 0, 0, 0, 0]), Buffer.alloc(16)]);
  const whole = Buffer.concat([authData, Buffer.from([0, id.length]), id, key]);
  const attestationObject = Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x58, whole.length]),
    whole,
  ]);
  const data = { type: 'webauthn.create', challenge, origin: 'http://localhost:3000' };
  return {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(JSON.stringify(data)).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
    },
  };
};

it('PROMISE 4 a password that was confirmed adds one passkey, in the session that confirmed it', async () => {
  const me = await signIn();
  const elsewhere = await signIn();
  const { body } = await me('POST', '/api/account/passkeys/options', { password: PASSWORD });
  const add = (by: typeof me, challenge: string) =>
    by('POST', '/api/account/passkeys', { name: 'Key', response: registered(challenge) });
  expect((await add(elsewhere, body.challenge)).status).toBe(400);
  expect((await add(me, body.challenge)).status).toBe(200);
  expect((await add(me, body.challenge)).status).toBe(400);
  // The same bytes, spelt in another way.
  expect((await add(me, `${body.challenge}=`)).status).toBe(400);
  expect((await me('GET', '/api/account/passkeys')).body).toHaveLength(1);
});

it.each([
  {},
  { response: {} },
  { response: 'x' },
  { response: { ...forged('x'), id: 'x'.repeat(3000) } },
  { response: { ...forged('x'), type: 'password' } },
  { response: forged('x'), more: 1 },
])('a response of another shape is refused by field: %j', async (sent) => {
  const { status, body } = await app.call('POST', '/api/auth/passkey', sent);
  expect([400, 413]).toContain(status);
  expect(typeof body.message).toBe('string');
});

it('a password that is set by a link removes the passkeys that somebody else may have added', async () => {
  await app.db.execute(
    sql`insert into passkeys (user_id, name, credential_id, public_key, counter)
        select id, 'Other', 'x', 'x', 0 from users where email = ${EMAIL}`,
  );
  const token = (await issueResetToken(app.db, EMAIL)) ?? '';
  const reset = { token, password: 'a wholly new password' };
  expect((await app.call('POST', '/api/auth/reset', reset)).status).toBe(200);
  const { rows } = await app.db.execute(sql`select count(*)::int as n from passkeys`);
  expect(rows).toEqual([{ n: 0 }]);
});
