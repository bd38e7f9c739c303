import { LRUCache } from 'lru-cache';
import * as client from 'openid-client';
import * as z from 'zod';
import type { Settings } from '#platform/env.server.ts';
import type { SignInCode } from './sign-in-messages.ts';

const TIMEOUT_SECONDS = 5;
/** A provider that moves an endpoint is followed without a restart; nobody who only asks to sign in costs it a request. */
const DISCOVERY_MS = 3_600_000;

export const transactionSchema = z.object({
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
});

/** Sealed state of a sign-in, kept in a cookie until the sign-in ends. */
export type Transaction = z.output<typeof transactionSchema>;

/** A sign-in that makes no session, with the reason that the person may read. */
export class SignInRefused extends Error {
  readonly code: SignInCode;
  /** The address that the provider named, where it came to that. */
  readonly email: string | undefined;

  constructor(
    code: SignInCode,
    { cause, email }: { cause?: unknown; email?: string | undefined } = {},
  ) {
    super(`External sign-in refused: ${code}`, { cause });
    this.code = code;
    this.email = email;
  }
}

export type Claims = Record<string, unknown>;

export interface Provider {
  begin(): Promise<{ url: URL; transaction: Transaction }>;
  /** Everything that the provider vouches for, after state, nonce, PKCE and signature were checked. */
  finish(search: string, transaction: Transaction): Promise<Claims>;
}

const isLoopback = (hostname: string) =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

/** As the provider says that it takes the secret; the specification's default is Basic. */
const authenticateClient = (secret: string | undefined): client.ClientAuth => {
  if (!secret) return client.None();
  const basic = client.ClientSecretBasic(secret);
  const post = client.ClientSecretPost(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const method = methods.includes('client_secret_basic') ? basic : post;
    return method(server, ...rest);
  };
};

/** The configured provider, or null; an issuer that would send secrets in the clear is a wrong setting. */
export const createProvider = (settings: Settings): Provider | null => {
  const { OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, SITE_URL } = settings;
  if (!OIDC_ISSUER || !OIDC_CLIENT_ID) return null;
  const issuer = new URL(OIDC_ISSUER);
  const isPlain = issuer.protocol === 'http:';
  if (isPlain && !isLoopback(issuer.hostname)) {
    throw new Error('Wrong setting: OIDC_ISSUER must be https; http is for this machine only');
  }
  const callback = `${SITE_URL}/api/login/callback`;

  const discover = () =>
    client.discovery(
      issuer,
      OIDC_CLIENT_ID,
      undefined,
      authenticateClient(OIDC_CLIENT_SECRET || undefined),
      {
        timeout: TIMEOUT_SECONDS,
        execute: [
          client.enableNonRepudiationChecks,
          ...(isPlain ? [client.allowInsecureRequests] : []),
        ],
      },
    );
  // A failed one is forgotten at once, and of several at once one asks.
  const discovered = new LRUCache({ max: 1, ttl: DISCOVERY_MS, fetchMethod: discover });
  const configure = () =>
    discovered.forceFetch(issuer.href).catch((cause: unknown) => {
      throw new SignInRefused('unavailable', { cause });
    });

  return {
    async begin() {
      const configuration = await configure();
      const verifier = client.randomPKCECodeVerifier();
      const transaction = { state: client.randomState(), nonce: client.randomNonce(), verifier };
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: callback,
        response_type: 'code',
        scope: 'openid email profile',
        state: transaction.state,
        nonce: transaction.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      return { url, transaction };
    },

    async finish(search, { state, nonce, verifier }) {
      const configuration = await configure();
      try {
        const tokens = await client.authorizationCodeGrant(
          configuration,
          new URL(`${callback}${search}`),
          {
            expectedState: state,
            expectedNonce: nonce,
            pkceCodeVerifier: verifier,
            idTokenExpected: true,
          },
        );
        const claims = tokens.claims();
        if (!claims) throw new SignInRefused('failed');
        if (claims.email !== undefined && claims.email_verified !== undefined) return claims;
        // Many providers keep the address out of the ID token and tell it here.
        return await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
      } catch (error) {
        const isCanceled =
          error instanceof client.AuthorizationResponseError && error.error === 'access_denied';
        throw new SignInRefused(isCanceled ? 'canceled' : 'failed', { cause: error });
      }
    },
  };
};
