import { setImmediate as yieldLoop } from 'node:timers/promises';
import { and, desc, gte, inArray, lte } from 'drizzle-orm';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { canonicalUrl } from './feeds/canonical-url.ts';
import { isSameTitle, titleWords } from './feeds/titles.ts';
import { news } from './news.collection.ts';
import { titleOf } from './title-of.ts';

/** A story comes from several feeds within days. */
const WINDOW_MS = 7 * 24 * 60 * 60 * 1000;
const MOST_COMPARED = 2000;
const PER_TURN = 25;
const MOST_OTHERS = 10;
/** Two desks word one story differently: looser than what keeps a feed's item out of the store. */
const NEAR_TITLE = 0.5;
const NEAR_TEXT = 0.6;
const MIN_RUNS = 8;
const RUN = 4;
const SMALL_WORDS = new Set(
  'a an and as at by for from in is it its of on or the to with'.split(' '),
);

const table = tableOf(news);
const selection = {
  id: table.id,
  title: table.title,
  rewrittenTitle: table.rewrittenTitle,
  publisher: table.originalPublisher,
  url: table.originalUrl,
  excerpt: table.excerpt,
  status: table.status,
  day: table.publishedOn,
};

const readRows = (db: Executor, ids: readonly number[]) =>
  db
    .select(selection)
    .from(table)
    .where(inArray(table.id, [...ids]));

type Row = Awaited<ReturnType<typeof readRows>>[number];

/** By what two articles are seen to tell one story. */
const marksOf = (row: Row) => {
  const title = titleWords(row.title, row.publisher).filter((word) => !SMALL_WORDS.has(word));
  const text = titleWords(row.excerpt ?? '');
  const runs = text.slice(RUN - 1).map((_, at) => text.slice(at, at + RUN).join(' '));
  return { row, url: canonicalUrl(row.url), title, runs: new Set(runs) };
};

type Marks = ReturnType<typeof marksOf>;

const isSameText = (a: Marks, b: Marks) => {
  const fewer = Math.min(a.runs.size, b.runs.size);
  return fewer >= MIN_RUNS && a.runs.intersection(b.runs).size / fewer >= NEAR_TEXT;
};

const isSameStory = (a: Marks, b: Marks): boolean =>
  (a.url !== null && a.url === b.url) ||
  isSameTitle(a.title, b.title, NEAR_TITLE) ||
  isSameText(a, b);

/** The articles of those days, the newest first; days of one page lie near each other. */
const readAround = async (db: Executor, rows: readonly Row[]) => {
  const days = rows.map(({ day }) => Date.parse(day ?? '')).filter((time) => !Number.isNaN(time));
  if (days.length === 0) return [];
  const from = new Date(Math.min(...days) - WINDOW_MS).toISOString();
  const until = new Date(Math.max(...days) + WINDOW_MS).toISOString();
  return db
    .select(selection)
    .from(table)
    .where(and(gte(table.publishedOn, from), lte(table.publishedOn, until)))
    .orderBy(desc(table.publishedOn), desc(table.id))
    .limit(MOST_COMPARED);
};

const tellRow = ({ row: { id, publisher, status, ...titles } }: Marks) => ({
  id,
  title: titleOf(titles),
  publisher,
  status,
});

/** For each article the others that tell its story, the newest first; articles alone with theirs are left out. */
export const findStories = async (db: Executor, ids: readonly number[]) => {
  const rows = await readRows(db, ids);
  const near: Marks[] = [];
  for (const row of await readAround(db, rows)) {
    if (near.push(marksOf(row)) % PER_TURN === 0) await yieldLoop();
  }
  const stories: { id: number; others: ReturnType<typeof tellRow>[] }[] = [];
  for (const own of rows.map(marksOf)) {
    await yieldLoop();
    const others = near.filter((one) => one.row.id !== own.row.id && isSameStory(own, one));
    if (others.length === 0) continue;
    stories.push({ id: own.row.id, others: others.slice(0, MOST_OTHERS).map(tellRow) });
  }
  return stories;
};
