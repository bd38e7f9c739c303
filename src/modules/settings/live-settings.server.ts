import { createHash } from 'node:crypto';
import { eq, notInArray } from 'drizzle-orm';
import pLimit from 'p-limit';
import type { AppParts } from '#kit/app-parts.server.ts';
import { unseal } from '#modules/auth/sealed.server.ts';
import { emitChange, onChange } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { DEFAULT_SITE_NAME, type Settings, siteSettings } from '#platform/env.server.ts';
import type { SecretName, StoredValues, ValueName } from './settings.schema.server.ts';
import { feedResults, settingsTable } from './settings.tables.server.ts';

/** Announced with every change of the settings. */
export const SETTINGS_KEY = 'settings';
export const ROW = 1;
const AGAIN_MS = 5000;

type Parts = Pick<AppParts, 'settings' | 'connection'>;
type Row = typeof settingsTable.$inferSelect;

const withoutCredentials = (address: string | undefined) => {
  if (!address) return undefined;
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
};

/**
 * The setting that decides for each of these whether the environment sets it, and what it has set. A key of the
 * environment never goes to an address that an owner named, so a service belongs to one of them whole.
 */
const OF_ENVIRONMENT: Record<
  ValueName | SecretName,
  readonly [leader: keyof Settings, value: (settings: Settings) => string | undefined]
> = {
  siteName: ['SITE_NAME', ({ SITE_NAME }) => SITE_NAME],
  publisher: ['SITE_PUBLISHER', ({ SITE_PUBLISHER }) => SITE_PUBLISHER],
  contactEmail: ['SITE_CONTACT_EMAIL', ({ SITE_CONTACT_EMAIL }) => SITE_CONTACT_EMAIL],
  aiUrl: ['AI_BASE_URL', ({ AI_BASE_URL }) => AI_BASE_URL],
  aiModel: ['AI_BASE_URL', ({ AI_MODEL }) => AI_MODEL],
  aiKey: ['AI_BASE_URL', ({ AI_API_KEY }) => AI_API_KEY],
  picturesKey: ['UNSPLASH_ACCESS_KEY', ({ UNSPLASH_ACCESS_KEY }) => UNSPLASH_ACCESS_KEY],
  mailServer: ['SMTP_URL', ({ SMTP_URL }) => withoutCredentials(SMTP_URL)],
  mailUser: [
    'SMTP_URL',
    ({ SMTP_URL }) => SMTP_URL && decodeURIComponent(new URL(SMTP_URL).username),
  ],
  mailPassword: ['SMTP_URL', ({ SMTP_URL }) => SMTP_URL && new URL(SMTP_URL).password],
  mailFrom: ['MAIL_FROM', ({ MAIL_FROM }) => MAIL_FROM],
};

export const isFixed = (settings: Settings, name: ValueName | SecretName) =>
  settings.GIVEN.has(OF_ENVIRONMENT[name][0]);

/** Of what the environment sets. */
export const givenOf = (settings: Settings, name: ValueName | SecretName): string | null =>
  OF_ENVIRONMENT[name][1](settings) || null;

export const readRow = async (db: Executor): Promise<Row> => {
  const [row] = await db.select().from(settingsTable).where(eq(settingsTable.id, ROW));
  return row ?? { id: ROW, version: 1, values: {}, sealedSecrets: null };
};

/** The key of the installation; null where it has none. */
export const sealingKeyOf = ({ SECRETS_KEY }: Settings): Buffer | null =>
  SECRETS_KEY ? createHash('sha256').update(`settings ${SECRETS_KEY}`).digest() : null;

export const openSecret = (settings: Settings, row: Row, name: SecretName): string | undefined => {
  const key = sealingKeyOf(settings);
  const sealed = row.sealedSecrets?.[name];
  const value = key && sealed ? unseal(key, sealed) : null;
  return typeof value === 'string' ? value : undefined;
};

/** A password goes over a connection that is encrypted, or not at all. */
const smtpUrlOf = ({ mailServer, mailUser }: StoredValues, password: string | undefined) => {
  if (!mailServer) return undefined;
  const url = new URL(mailServer);
  if (!mailUser) return url.href;
  // A URL keeps the sign % as it is, which begins a code there.
  url.username = encodeURIComponent(mailUser);
  url.password = encodeURIComponent(password ?? '');
  if (url.protocol === 'smtp:') url.searchParams.set('requireTLS', 'true');
  return url.href;
};

const siteOf = (settings: Settings) => JSON.stringify(siteSettings(settings));

/** Puts what owners set where the environment is silent; resolves to whether pages print something else from now on. */
const applySettings = async ({ settings, connection }: Parts): Promise<boolean> => {
  const row = await readRow(connection.db);
  const before = siteOf(settings);
  const { values } = row;
  const { GIVEN } = settings;
  const set = (leader: keyof Settings, own: Partial<Settings>) => {
    if (!GIVEN.has(leader)) Object.assign(settings, own);
  };
  set('SITE_NAME', { SITE_NAME: values.siteName ?? DEFAULT_SITE_NAME });
  set('SITE_PUBLISHER', { SITE_PUBLISHER: values.publisher });
  set('SITE_CONTACT_EMAIL', { SITE_CONTACT_EMAIL: values.contactEmail });
  set('AI_BASE_URL', {
    AI_BASE_URL: values.aiUrl,
    AI_MODEL: values.aiModel,
    AI_API_KEY: openSecret(settings, row, 'aiKey'),
  });
  set('UNSPLASH_ACCESS_KEY', { UNSPLASH_ACCESS_KEY: openSecret(settings, row, 'picturesKey') });
  set('SMTP_URL', { SMTP_URL: smtpUrlOf(values, openSecret(settings, row, 'mailPassword')) });
  set('MAIL_FROM', { MAIL_FROM: values.mailFrom });
  return siteOf(settings) !== before;
};

/** One after the other, so that what was read last is what counts. */
const inTurn = pLimit(1);

/** Every page prints the name of the site: after another one nothing that was made before is true, here and at a CDN. */
export const refreshSettings = (parts: Parts): Promise<void> =>
  inTurn(async () => {
    if (await applySettings(parts)) emitChange(['*']);
  });

/** Keeps the settings of this node as they are in the table, whichever node changes them. */
export const followSettings = async (parts: Pick<AppParts, 'settings' | 'connection' | 'log'>) => {
  let timer: NodeJS.Timeout | undefined;
  const refresh = () =>
    refreshSettings(parts).catch((err: unknown) => {
      parts.log.warn({ err }, 'the settings could not be read; trying again');
      clearTimeout(timer);
      timer = setTimeout(() => void refresh(), AGAIN_MS).unref();
    });
  const forget = onChange((keys) => {
    if (keys.includes(SETTINGS_KEY) || keys.includes('*')) void refresh();
  });
  await inTurn(() => applySettings(parts));
  return {
    stop: () => {
      forget();
      clearTimeout(timer);
    },
  };
};

/** A feed's name in messages: its query may hold a secret key. */
export const feedLabel = (address: string): string => {
  const { host, pathname } = new URL(address);
  return `${host}${pathname}`.replace(/\/$/, '').slice(0, 120);
};

/** The feeds of the environment, then those that owners added. */
export const listFeeds = async (db: Executor, { NEWS_FEED_URLS }: Settings) => {
  const given = [...new Set(NEWS_FEED_URLS)];
  const { values } = await readRow(db);
  const added = (values.feeds ?? []).filter(({ url }) => !given.includes(url));
  return [
    ...given.map((url) => ({
      url,
      isPaused: false,
      category: null,
      language: null,
      isFixed: true,
    })),
    ...added.map((feed) => ({ ...feed, isFixed: false })),
  ];
};

type Result = Omit<typeof feedResults.$inferInsert, 'url' | 'at'>;

export const noteFeedResult = async (db: Executor, url: string, result: Result) => {
  const values = { found: 0, saved: 0, cut: 0, problem: null, ...result, at: new Date() };
  await db
    .insert(feedResults)
    .values({ url, ...values })
    .onConflictDoUpdate({ target: feedResults.url, set: values });
};

/** Of feeds that are no longer there. */
export const forgetFeedResults = (db: Executor, feeds: readonly { url: string }[]) => {
  const urls = feeds.map(({ url }) => url);
  return db.delete(feedResults).where(notInArray(feedResults.url, urls));
};
