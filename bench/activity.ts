import { sql } from 'drizzle-orm';
import { activityQuery, listActivity } from '#modules/activity/activity.routes.server.ts';
import { connect } from '#platform/db/database.server.ts';
import { migrateDatabase } from '#platform/db/migrate.server.ts';
import { startTemporaryEmbedded } from '../src/testing/db/temporary.ts';

const ROWS = 1_000_000;
const ROUNDS = 100;
const OWNER = { id: 1, email: 'person1@example.com', role: 'owner' } as const;
const VIEWER = { id: 2, email: 'person2@example.com', role: 'viewer' } as const;

/** Queries of the activity, others in each round. A person of an even number never touched a type of an odd one. */
const QUESTIONS = (n: number): [string, Record<string, string>][] => [
  ['newest', {}],
  ['a person', { actor: `person${n % 12}@example.com` }],
  ['a person who left', { actor: 'nobody@example.com' }],
  ['a collection', { collection: `type-${n % 20}` }],
  ['an item', { collection: `type-${n % 20}`, item: String(1 + (n % 500)) }],
  ['a day a year ago', { from: dayBack(300 + (n % 60)), to: dayBack(300 + (n % 60)) }],
  [
    'a person on a day',
    { actor: `person${n % 12}@example.com`, from: dayBack(n + 90), to: dayBack(n + 90) },
  ],
  [
    'a person in a collection',
    { actor: `person${n % 12}@example.com`, collection: `type-${n % 20}` },
  ],
];

const dayBack = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

const fill = (rows: number) => sql`
  insert into activity (at, actor_id, actor_email, action, collection, item_id, title, version, details, address, agent)
  select now() - (n::float8 / ${rows} * 399) * interval '1 day', n % 12, 'person' || n % 12 || '@example.com',
    case when n % 10 = 0 then 'signed in' else 'changed' end,
    case when n % 10 = 0 then null else 'type-' || n % 20 end, 1 + n % 500, 'Item ' || n, 1 + n % 9,
    '{"fields": ["title", "content"]}', '203.0.113.7', 'Mozilla/5.0'
  from generate_series(1, ${rows}) n`;

const p95 = (times: number[]) =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0;

/** How long lists of the activity take when it has a million lines: a line for each question, p95 in ms. */
export const measureActivity = async (): Promise<[string, number][]> => {
  const server = await startTemporaryEmbedded();
  await migrateDatabase(server.url);
  const { db, close } = connect(server.url, { max: 2, isUnhurried: true });
  try {
    await db.execute(fill(ROWS));
    await db.execute(sql`vacuum analyze activity`);
    const times = new Map<string, number[]>();
    for (let n = 0; n < ROUNDS; n += 1) {
      for (const [name, filters] of QUESTIONS(n)) {
        for (const viewer of [OWNER, VIEWER]) {
          const start = performance.now();
          await listActivity(db, viewer, activityQuery.parse(filters));
          times.set(name, [...(times.get(name) ?? []), performance.now() - start]);
        }
      }
    }
    return [...times].map(([name, list]) => [name, p95(list)]);
  } finally {
    await close();
    await server.stop();
  }
};
