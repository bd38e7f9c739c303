import { eq } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { createFormLimits } from '#modules/public-forms/form-limits.server.ts';
import { queueCorrectionReceived } from '#modules/webhooks/queue-webhooks.server.ts';
import { announceChange, transact } from '#platform/changes.server.ts';
import { AppError, invalid } from '#platform/errors.ts';
import { normalPath } from '#platform/server/normal-path.ts';
import type { NewCorrection } from './corrections.schema.ts';
import { CORRECTIONS_KEY, corrections } from './corrections.table.server.ts';

const PER_NETWORK = 10;
const PER_DAY = 300;
/** More than a desk can read: further ones are asked to come later. */
const MOST_OPEN = 2000;

const PART = /^[\w-]{1,100}$/;
const NO_PAGE = 'There is no such page on this site';
const FULL = 'The desk has more corrections than it can read just now. Please try again next week.';

export type ReadPage = (path: string) => Promise<string | undefined>;

/** The path and the part of an address of ours, in whatever spelling. */
const readAbout = (address: string, siteUrl: string) => {
  const own = address.startsWith(`${siteUrl}/`) ? address.slice(siteUrl.length) : address;
  const [place = '', part = ''] = own.split('#');
  return {
    path: normalPath(place.split('?')[0] ?? ''),
    part: PART.test(part) ? part : null,
  };
};

/** The first line of a page's Markdown, without the escapes that Markdown needs. */
const titleOf = (markdown: string) =>
  (/^# (.*)$/m.exec(markdown)?.[1] ?? '').replace(/\\([^\w\s])/g, '$1').slice(0, 300);

/** Takes what a reader says of a page that anonymous visitors can read. */
export const createReceiver = (
  {
    connection: { db },
    makeLimiter,
    settings,
  }: Pick<AppParts, 'connection' | 'makeLimiter' | 'settings'>,
  readPage: ReadPage,
) => {
  const countOne = createFormLimits(makeLimiter, {
    name: 'correction',
    perNetwork: PER_NETWORK,
    perDay: PER_DAY,
  });
  return async (address: string, { path: about, text, url, email }: NewCorrection) => {
    await countOne(address);
    const { path, part } = readAbout(about, settings.SITE_URL);
    const page = path === null ? undefined : await readPage(path);
    if (path === null || page === undefined) throw invalid({ path: NO_PAGE });
    await transact(db, async (tx) => {
      if ((await tx.$count(corrections, eq(corrections.state, 'open'))) >= MOST_OPEN) {
        throw new AppError('unavailable', FULL);
      }
      await tx.insert(corrections).values({ path, part, title: titleOf(page), text, url, email });
      await queueCorrectionReceived(tx, path);
      await announceChange(tx, [CORRECTIONS_KEY]);
    });
  };
};

export type Receive = ReturnType<typeof createReceiver>;
