import { Agent, request } from 'node:http';
import { users } from '#modules/auth/auth.tables.server.ts';
import { openSession, sessionCookieName } from '#modules/auth/sessions.server.ts';
import { connect } from '#platform/db/database.server.ts';

export interface Reply {
  /** 0 if there was no response. */
  status: number;
  ms: number;
  headers: string[];
  /** How the page cache answered: hit, miss, updating. */
  cache: string;
  body: Buffer;
}

export interface Asked {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

export type Ask = (path: string, asked?: Asked) => Promise<Reply>;

const agent = new Agent({ keepAlive: true });

/** Requests to the product, timed; an error of the connection is a reply without status. */
export const createAsk =
  (port: number, always: Record<string, string> = {}): Ask =>
  (path, { method = 'GET', headers = {}, body } = {}) =>
    new Promise((resolve) => {
      const since = performance.now();
      const finish = (reply: Omit<Reply, 'ms'>) =>
        resolve({ ...reply, ms: performance.now() - since });
      const options = {
        agent,
        port,
        path,
        method,
        host: '127.0.0.1',
        headers: { 'accept-encoding': 'br', ...always, ...headers },
      };
      const sent = request(options, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          finish({
            status: response.statusCode ?? 0,
            headers: response.rawHeaders,
            cache: String(response.headers['x-cache'] ?? ''),
            body: Buffer.concat(parts),
          }),
        );
      });
      sent.on('error', () => finish({ status: 0, headers: [], cache: '', body: Buffer.alloc(0) }));
      sent.end(body);
    });

/** The cookie of an owner who has just signed in. */
export const signIn = async (databaseUrl: string, siteUrl: string): Promise<string> => {
  const connection = connect(databaseUrl, { max: 1 });
  const [user] = await connection.db
    .insert(users)
    .values({ email: 'bench@example.com', role: 'owner' })
    .onConflictDoUpdate({ target: users.email, set: { role: 'owner' } })
    .returning();
  const { token } = await openSession(connection.db, user?.id ?? 0);
  await connection.close();
  return `${sessionCookieName(siteUrl)}=${token}`;
};

export interface ListedVendor {
  id: number;
  slug: string;
  description: string;
}

export const listVendors = async (ask: Ask): Promise<ListedVendor[]> => {
  const { body } = await ask('/api/vendors?view=card&limit=50', {
    headers: { 'accept-encoding': 'identity' },
  });
  return JSON.parse(body.toString()) as ListedVendor[];
};

/** An edit of one vendor's description, as the panel sends it. */
export const editVendor = (ask: Ask, vendors: readonly ListedVendor[], count: number) => {
  const vendor = vendors[count % vendors.length];
  return ask(`/api/vendors/${vendor?.id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ description: `${vendor?.description} (edit ${count})` }),
  });
};

/** The value below which this share of all values lies. */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;
