import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { users } from '#modules/auth/auth.tables.server.ts';
import { openSession, sessionCookieName } from '#modules/auth/sessions.server.ts';
import { connect } from '#platform/db/database.server.ts';
import type { Product } from './product.ts';

export interface Visits {
  requests: number;
  p50: number;
  p99: number;
  /** How many waited for a render. */
  misses: number;
}

export interface EditsRun {
  pages: number;
  edits: number;
  calm: Visits;
  /** With one edit a second. */
  slowly: Visits;
  /** With four. */
  edited: Visits;
}

const PAGES = 50;
/** Visitors come whether or not the last one was served: 47 a second. */
const PAUSE_MS = 1000 / 47;

const agent = new Agent({ keepAlive: true });

const ask = (port: number, path: string): Promise<{ ms: number; isMiss: boolean }> =>
  new Promise((resolve, reject) => {
    const since = performance.now();
    const headers = { 'accept-encoding': 'br' };
    get({ agent, port, path, host: '127.0.0.1', headers }, (response) => {
      response.resume();
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${path}: ${response.statusCode}`));
        const isMiss = response.headers['x-cache'] !== 'hit';
        resolve({ ms: performance.now() - since, isMiss });
      });
    }).on('error', reject);
  });

const visit = async (port: number, paths: readonly string[], ms: number): Promise<Visits> => {
  const visits: ReturnType<typeof ask>[] = [];
  const start = performance.now();
  for (let i = 0; performance.now() < start + ms; i += 1) {
    visits.push(ask(port, paths[i % paths.length] ?? '/'));
    await sleep(Math.max(0, start + (i + 1) * PAUSE_MS - performance.now()));
  }
  const done = await Promise.all(visits);
  const times = done.map((one) => one.ms).sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  const misses = done.filter(({ isMiss }) => isMiss).length;
  return { requests: times.length, p50: at(0.5), p99: at(0.99), misses };
};

const openEditor = async (databaseUrl: string, siteUrl: string) => {
  const connection = connect(databaseUrl, { max: 1 });
  const email = 'bench@example.com';
  // At the second size the editor is there from the first.
  const [user] = await connection.db
    .insert(users)
    .values({ email, role: 'owner' })
    .onConflictDoUpdate({ target: users.email, set: { role: 'owner' } })
    .returning();
  const { token } = await openSession(connection.db, user?.id ?? 0);
  await connection.close();
  return `${sessionCookieName(siteUrl)}=${token}`;
};

/** How long visitors of the most visited pages wait while vendors that they show are edited, and while none is. */
export const measureEdits = async (
  { port, url }: Product,
  databaseUrl: string,
  ms: number,
): Promise<EditsRun> => {
  const cookie = await openEditor(databaseUrl, url);
  const listed = await fetch(`${url}/api/vendors?view=card&limit=${PAGES}`);
  const vendors = (await listed.json()) as { id: number; slug: string; description: string }[];
  const lists = ['/', '/vendors', '/compare', '/news', '/features', '/use-cases', '/buyers-guides'];
  const pairs = vendors.slice(1, 14).map(({ slug }) => `/compare/${vendors[0]?.slug}-vs-${slug}`);
  const paths = [...lists, ...vendors.slice(0, 30).map(({ slug }) => `/vendors/${slug}`), ...pairs];
  const most = paths.slice(0, PAGES);

  for (const path of most) await ask(port, path);
  await visit(port, most, most.length * 3 * PAUSE_MS);
  const calm = await visit(port, most, ms);
  let edits = 0;
  const edit = async () => {
    const vendor = vendors[edits % vendors.length];
    edits += 1;
    const response = await fetch(`${url}/api/vendors/${vendor?.id}`, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ description: `${vendor?.description} (edit ${edits})` }),
    });
    if (!response.ok) throw new Error(`The edit was answered with ${response.status}`);
  };
  const visitWhileEdited = async (everyMs: number) => {
    const timer = setInterval(() => void edit(), everyMs);
    const visits = await visit(port, most, ms);
    clearInterval(timer);
    return visits;
  };
  const slowly = await visitWhileEdited(1000);
  const edited = await visitWhileEdited(250);
  agent.destroy();
  return { pages: most.length, edits, calm, slowly, edited };
};
