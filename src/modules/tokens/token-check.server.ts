import { and, eq, gt, sql } from 'drizzle-orm';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { AppParts } from '#kit/app-parts.server.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import { createSecretLookup } from '#modules/auth/authenticate.server.ts';
import { withoutParams } from '#modules/auth/quiet.server.ts';
import { isOut } from '#modules/auth/sessions.server.ts';
import { consume } from '#modules/public-forms/form-limits.server.ts';
import { isReadOnly } from '#platform/db/database.server.ts';
import { AppError } from '#platform/errors.ts';
import { hashOf } from '#platform/secret.server.ts';
import { bearerOf, TOKEN_NAME, type Viewer } from '#platform/viewer.ts';
import { TOKEN_PREFIX } from './tokens.server.ts';
import { apiTokens } from './tokens.table.server.ts';

const TOKEN = new RegExp(`^${TOKEN_PREFIX}[A-Za-z0-9_-]{43}$`);
/** Calls of one token in a minute, on all nodes together. */
const CALLS_A_MINUTE = 600;
/** Its use is written down this seldom, so that reading does not become writing. */
const USED_MS = 60_000;

const refused = () =>
  new AppError(
    'unauthorized',
    'This token is wrong, has ended or was revoked. An owner of the site can make another.',
    { headers: { 'WWW-Authenticate': 'Bearer error="invalid_token"' } },
  );

const createCallLimiter = ({ makeLimiter }: AppParts) => {
  const limit = { name: 'token', points: CALLS_A_MINUTE, seconds: 60 };
  return makeLimiter(limit, {
    inMemoryBlockOnConsumed: CALLS_A_MINUTE + 1,
    // Reading goes on where nothing can be written.
    insuranceLimiter: new RateLimiterMemory({ points: CALLS_A_MINUTE, duration: 60 }),
  });
};

const createFind = ({ connection: { db }, settings, content }: AppParts) => {
  const statement = db
    .select({
      id: apiTokens.id,
      name: apiTokens.name,
      role: apiTokens.role,
      types: apiTokens.types,
      usedAt: apiTokens.usedAt,
      email: users.email,
      admittedByList: users.admittedByList,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
    })
    .from(apiTokens)
    .innerJoin(users, and(eq(apiTokens.createdBy, users.id), eq(users.role, 'owner')))
    .where(
      and(
        eq(apiTokens.tokenHash, sql.placeholder('hash')),
        gt(apiTokens.expiresAt, sql.placeholder('now')),
      ),
    )
    .limit(1)
    .prepare('find_api_token');
  const all = content.registry.map(({ name }) => name);

  return async (token: string): Promise<NonNullable<Viewer> | null> => {
    const now = new Date();
    const [row] = await withoutParams(statement.execute({ hash: hashOf(token), now }));
    if (!row || isOut({ ...row, opening: {} }, { allowList: settings.ADMIN_EMAILS })) return null;
    const { id, name, role, types, usedAt } = row;
    if (!usedAt || usedAt.getTime() < now.getTime() - USED_MS) {
      const used = db.update(apiTokens).set({ usedAt: now }).where(eq(apiTokens.id, id));
      await used.catch((error: unknown) => {
        if (!isReadOnly(error)) throw error;
      });
    }
    return { id: -id, email: `${TOKEN_NAME}${name}`, role, token: { types: types ?? all } };
  };
};

/** The caller of the API: a token decides alone, and a wrong one is nobody; else the session's user. */
export const createTokenCheck = (parts: AppParts): AppParts['authenticate'] => {
  const lookUp = createSecretLookup(createFind(parts));
  const limiter = createCallLimiter(parts);
  return async (request) => {
    const token = bearerOf(request.headers.get('authorization'));
    if (token === undefined) return parts.authenticate(request);
    const viewer = TOKEN.test(token) ? await lookUp(token) : null;
    if (!viewer) throw refused();
    await consume(limiter, String(viewer.id));
    return viewer;
  };
};
