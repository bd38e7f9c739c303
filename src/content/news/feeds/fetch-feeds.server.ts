import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Desk } from '#content/news/desk.server.ts';
import { LOOK_MS } from '#content/news/jobs/job-stream.server.ts';
import { FETCH_RUNS, isAlive, type Job, STOPPED_MESSAGE } from '#content/news/jobs/jobs.server.ts';
import {
  feedLabel,
  forgetFeedResults,
  listFeeds,
  noteFeedResult,
} from '#modules/settings/live-settings.server.ts';
import { AppError, notConfigured } from '#platform/errors.ts';
import { FetchFailed } from '#platform/guarded-fetch-errors.ts';
import { cutAtWord } from '#platform/text/clean-text.ts';
import type { Viewer } from '#platform/viewer.ts';
import { counted } from '#platform/words.ts';
import { createArticleIndex } from './article-index.server.ts';
import { loadFeed, reasonOf } from './load-feed.server.ts';
import type { FeedIdentity } from './read-feed.server.ts';
import { saveItems } from './save-items.server.ts';

export interface FetchSummary {
  saved: number;
  errors: string[];
  /** False where every feed failed. */
  hasReadAny: boolean;
}

/** For all feeds together: a silent connection of the editor's browser is closed after 120 s. */
const BUDGET_MS = 90_000;
const AT_ONCE = 4;
/** So many items in one transaction: others wait for none of them for long. */
const PER_SAVE = 25;
const MAX_ERRORS = 200;

/** Titles that a line names. */
const MAX_NAMED = 3;

const nameSome = (entries: readonly FeedIdentity[]) => {
  const named = entries.slice(0, MAX_NAMED).map(({ title }) => `"${cutAtWord(title, 80)}"`);
  const more = entries.length - named.length;
  return [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
};

const NO_FEEDS =
  'No news feeds are set up, or all of them pause. An owner of this site can add some in the panel, under Settings.';

/** Those that do not pause. */
export const openFeedsOf = async ({ db }: Pick<Desk, 'db'>) =>
  (await listFeeds(db)).filter(({ isPaused }) => !isPaused);

type OpenFeed = Awaited<ReturnType<typeof openFeedsOf>>[number];

const summaryOf = ({ state, steps }: Job): FetchSummary => {
  const { saved = 0, problems = [], feeds = 0 } = steps.at(-1) ?? {};
  return { saved, errors: problems, hasReadAny: state === 'done' && problems.length < feeds };
};

/** Waits for the fetch that runs already, on whichever node, and takes its result. */
const joinFetch = async ({ jobs }: Desk): Promise<FetchSummary> => {
  let job = await jobs.latest('fetch');
  while (job && isAlive(job)) {
    await sleep(LOOK_MS);
    job = await jobs.byId(job.id);
  }
  if (!job?.finishedAt) throw new AppError('unavailable', STOPPED_MESSAGE);
  return summaryOf(job);
};

const startFetch = async ({ jobs }: Desk, viewer: Viewer) => {
  try {
    return await jobs.start('fetch', { viewer, title: 'News feeds' });
  } catch (error) {
    if (error instanceof AppError && error.message === FETCH_RUNS) return null;
    throw error;
  }
};

/** Reads every feed and stores new items as drafts; a feed that fails is a line, no more. */
export const fetchFeeds = async (desk: Desk, viewer: Viewer): Promise<FetchSummary> => {
  const { settings, log, db } = desk;
  const feeds = await openFeedsOf(desk);
  if (feeds.length === 0) throw notConfigured(NO_FEEDS);
  await forgetFeedResults(db, await listFeeds(db));
  const job = await startFetch(desk, viewer);
  if (!job) return joinFetch(desk);
  const articleIndex = createArticleIndex();
  // One connection at a time, however many feeds are read: the others are for the people at work.
  const inTurn = pLimit(1);
  const end = Date.now() + BUDGET_MS;
  const errors: string[] = [];
  let saved = 0;
  let finished = 0;
  let hasReadAny = false;
  const counts = () => ({ feed: finished, feeds: feeds.length, saved, errors: errors.length });
  const tell = (message: string, level: 'info' | 'warning' = 'info') =>
    job.note({ step: 'feed', level, message, ...counts() });

  const readFeed = async ({ url, category, language }: OpenFeed) => {
    if (Date.now() > end) throw new FetchFailed('The other feeds left no time for it');
    const findKnown = async (entries: readonly FeedIdentity[]) => {
      await inTurn(() => articleIndex.refresh(db, entries));
      return entries.filter((entry) => articleIndex.find(entry));
    };
    const content = await loadFeed(url, settings, { findKnown });
    const { entries, odd } = content;
    const known = await findKnown(entries);
    const isKnown = new Set(known.map(({ guid }) => guid));
    const items = content.items.filter(({ guid }) => !isKnown.has(guid));
    const inTrash = known.filter((entry) => articleIndex.find(entry) === 'trash');
    const taken = new Set(items.map(({ guid }) => guid));
    const waiting = entries.filter(({ guid }) => !isKnown.has(guid) && !taken.has(guid));
    const words = { category, originalLanguage: language };
    const result = { saved: 0, found: entries.length, odd, known, inTrash, waiting };
    for (let at = 0; at < items.length; at += PER_SAVE) {
      const part = { items: items.slice(at, at + PER_SAVE), feed: feedLabel(url), words, viewer };
      const stored = await inTurn(() => saveItems(desk.news.writer, articleIndex, part));
      result.saved += stored.saved;
      saved += stored.saved;
      result.odd.push(...stored.odd);
    }
    return result;
  };

  const takeFeed = async (feed: OpenFeed) => {
    const label = feedLabel(feed.url);
    try {
      const { odd, known, inTrash, waiting, found, saved } = await readFeed(feed);
      hasReadAny = true;
      const left =
        waiting.length > 0
          ? [`${waiting.length} more come with the next fetch: ${nameSome(waiting)}`]
          : [];
      errors.push(...[...odd, ...left].map((line) => `${label}: ${line}`));
      await noteFeedResult(db, feed.url, { saved, found, cut: waiting.length });
      finished += 1;
      const line = [
        `Feed ${finished} of ${feeds.length}, ${label}: ${saved} new of ${found}`,
        ...(known.length > inTrash.length ? [`${known.length - inTrash.length} known`] : []),
        ...(inTrash.length > 0 ? [`${inTrash.length} in the trash: ${nameSome(inTrash)}`] : []),
        ...left,
      ];
      await tell(line.join(', '));
    } catch (error) {
      const reason = reasonOf(error);
      if (!reason) log.error({ err: error, feed: label }, 'a feed could not be stored');
      const problem = reason ?? 'Its articles could not be stored';
      errors.push(`${label}: ${problem}`);
      await noteFeedResult(db, feed.url, { problem }).catch(() => undefined);
      finished += 1;
      await tell(`Feed ${finished} of ${feeds.length}, ${errors.at(-1)}`, 'warning');
    }
  };

  await tell(`Reading ${counted(feeds.length, 'feed', 'feeds')}`);
  await pLimit(AT_ONCE).map(feeds, takeFeed);
  const summary = { saved, errors: errors.slice(0, MAX_ERRORS), hasReadAny };
  await job.finish('done', `${saved} new, ${errors.length} errors`, {
    ...counts(),
    problems: summary.errors,
  });
  log.info({ saved, errors: summary.errors }, 'news feeds fetched');
  return summary;
};
