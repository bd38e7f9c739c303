import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { activity } from '#modules/activity/activity.table.server.ts';
import { type CookieJar, createCookieJar } from '#testing/auth/cookie-jar.ts';
import { type OidcServer, startOidcServer } from '#testing/auth/oidc-server.ts';
import { visitProvider } from '#testing/auth/oidc-visit.ts';
import { buildApp, type TestApp } from '#testing/build-app.ts';
import { sessions, users } from './auth.tables.server.ts';
import { createProvider } from './oidc.server.ts';

const SITE = 'http://localhost:3000';

const people = {
  alice: {
    email: 'Alice@Example.com',
    email_verified: true,
    given_name: 'Alice',
    family_name: 'von\nMeier',
    picture: 'javascript:alert(1)',
  },
  mallory: { email: 'mallory@example.com', email_verified: true, given_name: 'Mallory' },
  unverified: { email: 'bob@example.com', email_verified: false },
  existing: { email: 'editor@example.com', email_verified: true, given_name: 'Other' },
  // The Kelvin sign folds to the letter k in Unicode, and must not lead to kim@example.com.
  lookalike: { email: '\u212Aim@example.com', email_verified: true },
};

describe.each([
  { claims: 'in the ID token', claimsInIdToken: true },
  { claims: 'at the userinfo endpoint', claimsInIdToken: false },
])('external sign-in, the address $claims', ({ claimsInIdToken }) => {
  let provider: OidcServer;
  let app: TestApp;

  beforeAll(async () => {
    provider = await startOidcServer({ siteUrl: SITE, people, claimsInIdToken });
    const allowed = 'alice@example.com, bob@example.com, kim@example.com';
    app = await buildApp({ settings: { ...provider.settings, ADMIN_EMAILS: allowed } });
  });
  afterAll(async () => {
    await app.close();
    await provider.close();
  });

  const visit = async (jar: CookieJar, path: string) => {
    const response = await app.api.request(path, { headers: { cookie: jar.header } });
    jar.store(response);
    return response;
  };

  const begin = async (jar: CookieJar) => {
    const response = await visit(jar, '/api/login');
    expect(response.status).toBe(302);
    return new URL(response.headers.get('location') ?? '');
  };

  const finish = async (jar: CookieJar, back: URL) => {
    const response = await visit(jar, `${back.pathname}${back.search}`);
    return { status: response.status, location: response.headers.get('location') };
  };

  const signIn = async (login: string, jar = createCookieJar()) => {
    const start = await begin(jar);
    const back = await visitProvider(start.href, login, SITE);
    return { ...(await finish(jar, back)), back, jar };
  };

  const whoIs = async (jar: CookieJar) => {
    const response = await visit(jar, '/api/auth/user');
    return response.status === 200 ? response.json() : response.status;
  };

  const countSessions = () => app.db.$count(sessions);

  it('P24.08 A14.09 GET /api/login goes to the provider with PKCE, state and nonce', async () => {
    const url = await begin(createCookieJar());
    expect(url.origin).toBe(provider.issuer);
    expect(url.searchParams.get('redirect_uri')).toBe(`${SITE}/api/login/callback`);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    for (const name of ['code_challenge', 'state', 'nonce']) {
      expect(url.searchParams.get(name)?.length).toBeGreaterThan(20);
    }
  });

  it('A17.03 PROMISE 2 an address on the allow-list comes in and becomes a user', async () => {
    const { status, location, jar } = await signIn('alice');
    expect({ status, location }).toEqual({ status: 302, location: '/admin' });
    expect(await whoIs(jar)).toEqual({
      id: expect.any(Number),
      email: 'alice@example.com',
      role: 'owner',
      firstName: 'Alice',
      lastName: 'von Meier',
      profileImageUrl: null,
    });
    expect(jar.get('sign-in')).toBeUndefined();
    const again = await signIn('alice');
    expect(again.location).toBe('/admin');
    expect(await app.db.$count(users, eq(users.email, 'alice@example.com'))).toBe(1);
  });

  it('PROMISE 2 an existing user comes in without being on the list, and keeps the name', async () => {
    const { location, jar } = await signIn('existing');
    expect(location).toBe('/admin');
    expect(await whoIs(jar)).toMatchObject({ email: 'editor@example.com', firstName: 'Edith' });
  });

  it.each([
    ['mallory', 'not-allowed', 'an unknown address'],
    ['unverified', 'not-verified', 'an address that is not verified'],
    ['lookalike', 'not-allowed', 'a look-alike of an address on the list'],
  ])('A17.04 PROMISE 2 refuses %s: %s', async (login, code) => {
    const before = await countSessions();
    const usersBefore = await app.db.$count(users);
    const { location, jar } = await signIn(login);
    expect(location).toBe(`/auth?error=${code}`);
    expect(await whoIs(jar)).toBe(401);
    expect(await countSessions()).toBe(before);
    expect(await app.db.$count(users)).toBe(usersBefore);
  });

  const expectRefusal = async (jar: CookieJar, back: URL, code: string) => {
    const before = await countSessions();
    expect(await finish(jar, back)).toEqual({ status: 302, location: `/auth?error=${code}` });
    expect(await countSessions()).toBe(before);
    expect(jar.get('session')).toBeUndefined();
  };

  it('PROMISE 2 a wrong or missing state makes no session, and spoils none', async () => {
    const jar = createCookieJar();
    const back = await visitProvider((await begin(jar)).href, 'alice', SITE);
    const wrong = new URL(back);
    wrong.searchParams.set('state', 'made-up');
    await expectRefusal(jar, wrong, 'failed');
    wrong.searchParams.delete('state');
    await expectRefusal(jar, wrong, 'failed');
    expect((await finish(jar, back)).location).toBe('/admin');
  });

  it.each([
    ['nonce', 'another-nonce-another-nonce'],
    ['code_challenge', 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'],
  ])('PROMISE 2 a response for another %s makes no session', async (name, value) => {
    const jar = createCookieJar();
    const start = await begin(jar);
    start.searchParams.set(name, value);
    const back = await visitProvider(start.href, 'alice', SITE);
    expect(back.searchParams.get('code')).toBeTruthy();
    await expectRefusal(jar, back, 'failed');
  });

  it('PROMISE 2 a replayed response makes no second session', async () => {
    const jar = createCookieJar();
    const start = await begin(jar);
    const copy = createCookieJar();
    copy.set('sign-in', jar.get('sign-in') ?? '');
    const back = await visitProvider(start.href, 'alice', SITE);
    expect((await finish(jar, back)).location).toBe('/admin');
    await expectRefusal(copy, back, 'expired');
    await expectRefusal(createCookieJar(), back, 'expired');
    // Also with a transaction of its own, an old code is worth nothing.
    const other = createCookieJar();
    const state = (await begin(other)).searchParams.get('state') ?? '';
    const grafted = new URL(back);
    grafted.searchParams.set('state', state);
    await expectRefusal(other, grafted, 'failed');
  });

  it('PROMISE 2 a response in a browser that asked for nothing, or with a forged cookie', async () => {
    const jar = createCookieJar();
    const back = await visitProvider((await begin(jar)).href, 'alice', SITE);
    await expectRefusal(createCookieJar(), back, 'expired');
    const forged = createCookieJar();
    const sealed = jar.get('sign-in') ?? '';
    forged.set('sign-in', `${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`);
    await expectRefusal(forged, back, 'expired');
  });

  it('PROMISE 2 a provider that reports an error makes no session', async () => {
    const jar = createCookieJar();
    const state = (await begin(jar)).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer });
    await expectRefusal(jar, new URL(`${SITE}/api/login/callback?${query}`), 'canceled');
  });

  it('PROMISE 2 a response to no sign-in leaves no row in the activity, and an origin that fails them thirty in a quarter of an hour', async () => {
    const countFailures = () => app.db.$count(activity, eq(activity.action, 'sign-in failed'));
    const before = await countFailures();
    const jar = createCookieJar();
    await begin(jar);
    for (let n = 0; n < 10; n += 1) {
      const back = new URL(`${SITE}/api/login/callback?state=${n}`);
      await expectRefusal(createCookieJar(), back, 'expired');
      await expectRefusal(jar, back, 'failed');
    }
    expect(await countFailures()).toBe(before);

    const fail = async (remoteAddress: string) => {
      const own = createCookieJar();
      const state = (await begin(own)).searchParams.get('state') ?? '';
      const response = await app.api.request(
        `/api/login/callback?error=access_denied&state=${state}`,
        { headers: { cookie: own.header } },
        { incoming: { socket: { remoteAddress } } },
      );
      return response.headers.get('location') ?? response.status;
    };
    const atOnce = await Promise.all(Array.from({ length: 40 }, () => fail('203.0.113.60')));
    expect(atOnce.filter((told) => told !== 429)).toHaveLength(30);
    expect(await fail('203.0.113.60')).toBe(429);
    expect(await countFailures()).toBe(before + 30);
    await fail('203.0.113.61');
    expect(await countFailures()).toBe(before + 31);
  });

  it('PROMISE 2 a sign-in that is only begun costs the provider nothing', async () => {
    await begin(createCookieJar());
    const before = provider.asked.length;
    for (let n = 0; n < 5; n += 1) await begin(createCookieJar());
    expect(provider.asked.slice(before)).toEqual([]);
  });

  it('PROMISE 8 no parameter and no header decides where the browser is sent', async () => {
    const evil = 'https://evil.example';
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    const query = `next=${evil}&redirect=${evil}&returnTo=//evil.example`;
    for (const path of ['/api/login', '/api/login/callback', '/api/logout']) {
      const response = await app.api.request(`${path}?${query}`, { headers });
      expect(response.status).toBe(302);
      expect(response.headers.get('location')).not.toContain('evil');
    }
  });

  it('A1.05 the card learns the name on the button', async () => {
    const { body } = await app.call('GET', '/api/auth/options');
    expect(body).toEqual({
      externalProvider: { name: 'Example ID' },
      passkeys: true,
      sendsPasswords: false,
    });
  });
});

describe('external sign-in that is not there', () => {
  it('P24.09 returns to /auth with a message that it is not set up', async () => {
    const app = await buildApp();
    try {
      for (const path of ['/api/login', '/api/login/callback?code=x&state=y']) {
        const response = await app.api.request(path);
        expect(response.status).toBe(302);
        expect(response.headers.get('location')).toBe('/auth?message=not-set-up');
      }
      const { body } = await app.call('GET', '/api/auth/options');
      expect(body).toEqual({ externalProvider: null, passkeys: true, sendsPasswords: false });
    } finally {
      await app.close();
    }
  });

  it('A17.03 a provider that cannot be reached is said in words, and tried again', async () => {
    const gone = await startOidcServer({ siteUrl: SITE, people });
    await gone.close();
    const app = await buildApp({ settings: gone.settings });
    try {
      for (const _ of [1, 2]) {
        const response = await app.api.request('/api/login');
        expect(response.headers.get('location')).toBe('/auth?error=unavailable');
      }
    } finally {
      await app.close();
    }
  });

  it('PROMISE 26 an issuer without https is refused, except on this machine', async () => {
    const app = await buildApp();
    await app.close();
    const withIssuer = (OIDC_ISSUER: string) =>
      createProvider({ ...app.settings, OIDC_ISSUER, OIDC_CLIENT_ID: 'x' });
    for (const issuer of ['http://id.example.com', 'http://127.0.0.1.example.com']) {
      expect(() => withIssuer(issuer)).toThrow('OIDC_ISSUER must be https');
    }
    for (const issuer of ['https://id.example.com', 'http://localhost:9', 'http://127.0.0.1:9']) {
      expect(withIssuer(issuer)).not.toBeNull();
    }
  });
});
