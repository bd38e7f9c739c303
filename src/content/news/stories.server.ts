import { setImmediate as yieldLoop } from 'node:timers/promises';
import { and, desc, gte, inArray, lte } from 'drizzle-orm';
import { tableOf } from '#kit/table.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { canonicalUrl } from './feeds/canonical-url.ts';
import { isSameTitle, titleMarks, titleWords } from './feeds/titles.ts';
import { news } from './news.collection.ts';
import { titleOf } from './title-of.ts';

/** A story comes from several feeds within days. */
const WINDOW_MS = 7 * 24 * 60 * 60 * 1000;
const MOST_COMPARED = 2000;
const PER_TURN = 10;
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
  return { row, url: canonicalUrl(row.url), title: titleMarks(title), runs: new Set(runs) };
};

type Marks = ReturnType<typeof marksOf>;

const isSameText = (a: Marks, b: Marks, shared: number) => {
  const fewer = Math.min(a.runs.size, b.runs.size);
  return fewer >= MIN_RUNS && shared / fewer >= NEAR_TEXT;
};

const isSameStory = (a: Marks, b: Marks, shared: number): boolean =>
  (a.url !== null && a.url === b.url) ||
  isSameTitle(a.title, b.title, NEAR_TITLE) ||
  isSameText(a, b, shared);

/** Tells how many runs of words an article shares with each of these, by one look at each of its runs. */
const createRunCounter = (all: readonly Marks[]) => {
  const runs = all.flatMap((marks) => Array.from(marks.runs, (run) => ({ run, marks })));
  const byRun = Map.groupBy(runs, ({ run }) => run);
  return (other: Marks) => {
    const shared = new Map<Marks, number>();
    for (const run of other.runs)
      for (const { marks } of byRun.get(run) ?? []) shared.set(marks, (shared.get(marks) ?? 0) + 1);
    return shared;
  };
};

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
  const asked = rows.map((row) => ({ own: marksOf(row), others: [] as Marks[] }));
  const countShared = createRunCounter(asked.map(({ own }) => own));
  for (const [at, row] of (await readAround(db, rows)).entries()) {
    if (at % PER_TURN === 0) await yieldLoop();
    const other = marksOf(row);
    const shared = countShared(other);
    for (const { own, others } of asked)
      if (row.id !== own.row.id && isSameStory(own, other, shared.get(own) ?? 0))
        others.push(other);
  }
  return asked
    .filter(({ others }) => others.length > 0)
    .map(({ own, others }) => ({
      id: own.row.id,
      others: others.slice(0, MOST_OTHERS).map(tellRow),
    }));
};
