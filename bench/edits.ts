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
  /** How many waited for a render, searches left out: no cache has them. */
  misses: number;
  /** How many were sent away. */
  refused: number;
}

export interface EditsRun {
  pages: number;
  edits: number;
  calm: Visits;
  /** With one edit a second. */
  edited: Visits;
  savesP99: number;
  savesFailed: number;
}

const PAGES = 50;
/** Visitors come whether or not the last one was served: 200 a second. */
const PAUSE_MS = 1000 / 200;
const EDIT_MS = 1000;
/** Of a hundred visitors two search by the page and four by the API, each for something else; ten read the API. */
const SEARCH_PAGE = new Set([7, 57]);
const SEARCH = new Set([21, 46, 71, 96]);

const agent = new Agent({ keepAlive: true });

interface Visit {
  ms: number;
  state: string;
  status: number;
}

const ask = (port: number, path: string): Promise<Visit> =>
  new Promise((resolve) => {
    const since = performance.now();
    const headers = { 'accept-encoding': 'br' };
    get({ agent, port, path, host: '127.0.0.1', headers }, (response) => {
      response.resume();
      response.on('end', () => {
        const { statusCode: status = 0 } = response;
        const isSearch = path.includes('?q=');
        const state = isSearch ? 'search' : String(response.headers['x-cache']);
        resolve({ ms: performance.now() - since, state, status });
      });
    }).on('error', () => resolve({ ms: performance.now() - since, state: 'failed', status: 0 }));
  });

/** No two searches are alike, also from one run to the next. */
let searches = 0;

const pick = (i: number, pages: readonly string[], reads: readonly string[]): string => {
  const place = i % 100;
  if (SEARCH_PAGE.has(place) || SEARCH.has(place)) {
    searches += 1;
    return `${SEARCH.has(place) ? '/api' : ''}/search?q=reporting%20${searches}`;
  }
  const round = Math.floor(i / 10);
  return (place % 10 === 3 ? reads[round % reads.length] : pages[i % pages.length]) ?? '/';
};

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? 0;

const visit = async (
  port: number,
  { pages, reads }: { pages: readonly string[]; reads: readonly string[] },
  ms: number,
): Promise<Visits> => {
  const visits: Promise<Visit>[] = [];
  const start = performance.now();
  for (let i = 0; performance.now() < start + ms; i += 1) {
    visits.push(ask(port, pick(i, pages, reads)));
    await sleep(Math.max(0, start + (i + 1) * PAUSE_MS - performance.now()));
  }
  const done = await Promise.all(visits);
  const times = done.map((one) => one.ms);
  return {
    requests: times.length,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    misses: done.filter(({ state }) => state === 'miss').length,
    refused: done.filter(({ status }) => status !== 200).length,
  };
};

export const openEditor = async (databaseUrl: string, siteUrl: string) => {
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

/** How long visitors of lists, profiles, comparisons, searches and the API wait while vendors are edited, and while none is. */
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
  const mix = {
    pages: paths.slice(0, PAGES),
    reads: [
      '/api/vendors?view=card&limit=24',
      '/api/faq?view=card&limit=20',
      ...vendors.slice(0, 10).map(({ slug }) => `/api/vendors/${slug}`),
    ],
  };

  for (const path of [...mix.pages, ...mix.reads]) await ask(port, path);
  await visit(port, mix, ms / 4);
  const calm = await visit(port, mix, ms);
  const saves: Promise<{ ms: number; isSaved: boolean }>[] = [];
  const edit = async () => {
    const since = performance.now();
    const count = saves.length + 1;
    const vendor = vendors[count % vendors.length];
    const saved = fetch(`${url}/api/vendors/${vendor?.id}`, {
      method: 'PUT',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ description: `${vendor?.description} (edit ${count})` }),
    }).then(async (response) => {
      await response.text();
      return response.ok;
    });
    const isSaved = await saved.catch(() => false);
    return { ms: performance.now() - since, isSaved };
  };
  const timer = setInterval(() => saves.push(edit()), EDIT_MS);
  const edited = await visit(port, mix, ms);
  clearInterval(timer);
  const saved = await Promise.all(saves);
  agent.destroy();
  return {
    pages: mix.pages.length,
    edits: saves.length,
    calm,
    edited,
    savesP99: percentile(
      saved.map(({ ms }) => ms),
      0.99,
    ),
    savesFailed: saved.filter(({ isSaved }) => !isSaved).length,
  };
};
