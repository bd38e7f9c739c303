import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

interface OidcPerson {
  email: string;
  email_verified: boolean;
  name?: string;
  given_name?: string;
  family_name?: string;
  picture?: string;
}

export interface OidcServerOptions {
  /** Where the application lives: its callback is the one address that is allowed. */
  siteUrl: string;
  /** Sign-in takes one of these names and any password. */
  people: Record<string, OidcPerson>;
  /** True puts the address into the ID token; false tells it at the userinfo endpoint alone. */
  claimsInIdToken?: boolean;
}

const TTL_SECONDS = 600;
const CLIENT_ID = 'family-office-software';

/** A real OpenID provider on loopback, with sign-in and consent pages to click through. */
export const startOidcServer = async (options: OidcServerOptions) => {
  let handle: ReturnType<Provider['callback']> | undefined;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    handle?.(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const clientSecret = randomBytes(24).toString('hex');

  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const signingKey = privateKey.export({ format: 'jwk' });

  const { people } = options;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: clientSecret,
        redirect_uris: [`${options.siteUrl}/api/login/callback`],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
    },
    conformIdTokenClaims: !options.claimsInIdToken,
    jwks: { keys: [{ ...signingKey, use: 'sig', alg: 'RS256' }] },
    ttl: Object.fromEntries(
      ['AccessToken', 'AuthorizationCode', 'Grant', 'IdToken', 'Interaction', 'Session'].map(
        (name) => [name, TTL_SECONDS],
      ),
    ),
    cookies: { keys: [randomBytes(16).toString('hex')] },
    // Without a challenge there is no sign-in at all, so that a forgotten one is noticed.
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context: unknown, id: string) => {
      const person = people[id];
      return person && { accountId: id, claims: () => ({ sub: id, ...person }) };
    },
  });
  handle = provider.callback();

  return {
    issuer,
    /** The path of each request, in order. */
    asked,
    clientSecret,
    settings: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: clientSecret,
      OIDC_NAME: 'Example ID',
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};

export type OidcServer = Awaited<ReturnType<typeof startOidcServer>>;
