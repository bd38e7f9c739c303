import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { hostPortOf } from '#modules/ai/host-port.ts';
import { seal } from '#modules/auth/sealed.server.ts';
import { announceChange, transact } from '#platform/changes.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { DEFAULT_SITE_NAME, type Settings } from '#platform/env.server.ts';
import { AppError, type FieldProblems, invalid } from '#platform/errors.ts';
import type { Viewer } from '#platform/viewer.ts';
import {
  feedLabel,
  givenOf,
  isFixed,
  listFeeds,
  openSecret,
  ROW,
  readRow,
  refreshSettings,
  SETTINGS_KEY,
  sealingKeyOf,
} from './live-settings.server.ts';
import {
  type Feed,
  forEach,
  SECRET_NAMES,
  type SecretName,
  type SettingsChange,
  type StoredValues,
  VALUE_NAMES,
  type ValueName,
} from './settings.schema.server.ts';
import { feedResults, settingsTable } from './settings.tables.server.ts';

type Parts = Pick<AppParts, 'settings' | 'connection'>;
type Row = typeof settingsTable.$inferSelect;

const FIXED = 'This is set by the environment of the server, which wins';
const NO_KEY =
  'This installation has no key to encrypt secrets with. Whoever runs the server sets SECRETS_KEY first.';
const IN_THE_CLEAR =
  'Give an address that begins with https://: over http:// the key and the texts could be read on their way';
const OTHER_ADDRESS = 'This was given for another address: type it again, or take it away';

const toldValueOf = (settings: Settings, { values }: Row, name: ValueName): string | null =>
  isFixed(settings, name) ? givenOf(settings, name) : (values[name] ?? null);

const stateOf = (settings: Settings, row: Row, name: SecretName) => {
  if (isFixed(settings, name)) return { isSet: givenOf(settings, name) !== null };
  if (!row.sealedSecrets?.[name]) return { isSet: false };
  if (openSecret(settings, row, name) === undefined) return { isSet: false, isLost: true as const };
  return { isSet: true };
};

const present = async (db: Executor, settings: Settings, row: Row) => {
  const value = (name: ValueName) => toldValueOf(settings, row, name);
  const rows = await db.select().from(feedResults);
  const results = new Map(rows.map(({ url, ...result }) => [url, result]));
  const feeds = await listFeeds(db, settings);
  return {
    version: row.version,
    fixed: [...VALUE_NAMES, ...SECRET_NAMES].filter((name) => isFixed(settings, name)),
    keepsSecrets: sealingKeyOf(settings) !== null,
    ...forEach(VALUE_NAMES, value),
    ...forEach(SECRET_NAMES, (name) => stateOf(settings, row, name)),
    siteName: value('siteName') ?? DEFAULT_SITE_NAME,
    feeds: feeds.map((feed) => ({ ...feed, last: results.get(feed.url) ?? null })),
  };
};

export const readSettingsOf = async ({ settings, connection: { db } }: Parts) =>
  present(db, settings, await readRow(db));

/** A key that is kept while its address becomes another's would be sent there, for its owner to read. */
const problemsOfSecrets = (change: SettingsChange, before: Row, after: StoredValues) => {
  const problems: FieldProblems = {};
  const pairs = [
    ['aiUrl', 'aiKey'],
    ['mailServer', 'mailPassword'],
  ] as const;
  for (const [address, name] of pairs) {
    const isKept = change[name] === undefined && before.sealedSecrets?.[name] !== undefined;
    if (isKept && after[address] !== before.values[address]) problems[name] = OTHER_ADDRESS;
  }
  return problems;
};

/** Over http: at most to this machine, or where the person who runs the server allows it. */
const isReadOnTheWay = ({ FETCH_ALLOW_HOSTS }: Settings, address: string): boolean => {
  const { protocol, hostname } = new URL(address);
  const isHere = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
  return protocol === 'http:' && !isHere && !FETCH_ALLOW_HOSTS.includes(hostPortOf(address));
};

const problemsOf = (settings: Settings, change: SettingsChange, before: Row, after: Row) => {
  const problems = problemsOfSecrets(change, before, after.values);
  for (const name of VALUE_NAMES) {
    const sent = change[name];
    if (sent === undefined || !isFixed(settings, name)) continue;
    if ((sent || null) !== givenOf(settings, name)) problems[name] = FIXED;
  }
  for (const name of SECRET_NAMES) {
    if (change[name] === undefined) continue;
    if (isFixed(settings, name)) problems[name] = FIXED;
    else if (change[name] && !sealingKeyOf(settings)) problems[name] = NO_KEY;
  }
  if (change.aiUrl && isReadOnTheWay(settings, change.aiUrl)) problems.aiUrl ??= IN_THE_CLEAR;
  const has = (name: ValueName) => toldValueOf(settings, after, name) !== null;
  if (has('aiUrl') && !has('aiModel')) problems.aiModel ??= 'Name the model, too';
  if (has('mailServer') && !has('mailFrom')) problems.mailFrom ??= 'Name the sender, too';
  return problems;
};

const lockRow = async (tx: Executor): Promise<Row> => {
  await tx.insert(settingsTable).values({ id: ROW }).onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(settingsTable)
    .where(eq(settingsTable.id, ROW))
    .for('update');
  return row ?? readRow(tx);
};

const applyTo = (settings: Settings, before: Row, change: SettingsChange): Row => {
  const values: StoredValues = { ...before.values };
  const sealed = { ...before.sealedSecrets };
  const key = sealingKeyOf(settings);
  for (const name of VALUE_NAMES) {
    const sent = change[name];
    if (sent === undefined || isFixed(settings, name)) continue;
    if (sent) values[name] = sent;
    else delete values[name];
  }
  for (const name of SECRET_NAMES) {
    const sent = change[name];
    if (sent === undefined) continue;
    if (sent && key) sealed[name] = seal(key, sent);
    else delete sealed[name];
  }
  if (change.feeds) values.feeds = change.feeds.map(cleanFeed);
  return { ...before, version: before.version + 1, values, sealedSecrets: sealed };
};

const cleanFeed = (feed: Feed): Feed => ({
  ...feed,
  category: feed.category || null,
  language: feed.language || null,
});

/** Names and never values: which fields changed, and which feeds came, went or were changed. */
const tellChange = (before: Row, after: Row, change: SettingsChange) => {
  const differs = (name: ValueName | 'feeds') =>
    JSON.stringify(before.values[name]) !== JSON.stringify(after.values[name]);
  const fields = [
    ...[...VALUE_NAMES, 'feeds' as const].filter(differs),
    ...SECRET_NAMES.filter((name) => change[name] !== undefined),
  ];
  const [was = [], is = []] = [before, after].map(({ values }) => values.feeds ?? []);
  const sameIn = (feeds: Feed[], { url }: Feed) => feeds.find((feed) => feed.url === url);
  const feeds = {
    added: is.filter((feed) => !sameIn(was, feed)),
    removed: was.filter((feed) => !sameIn(is, feed)),
    changed: is.filter((feed) => !isDeepStrictEqual(sameIn(was, feed) ?? feed, feed)),
  };
  const told = Object.entries(feeds).filter(([, some]) => some.length > 0);
  const labels = told.map(([verb, some]) => [verb, some.map(({ url }) => feedLabel(url))]);
  return { fields, ...Object.fromEntries(labels) };
};

/** Changes what is named, writes it down, and has every node take it up. */
export const changeSettings = async (
  parts: Parts,
  viewer: Viewer,
  { change, version }: { change: SettingsChange; version: number | undefined },
) => {
  const { settings, connection } = parts;
  await transact(connection.db, async (tx) => {
    const before = await lockRow(tx);
    if (version !== undefined && version !== before.version) {
      throw new AppError('changed', 'Somebody else changed the settings in the meantime', {
        extra: { current: { id: ROW, ...(await present(tx, settings, before)) } },
      });
    }
    const after = applyTo(settings, before, change);
    const problems = problemsOf(settings, change, before, after);
    if (Object.keys(problems).length > 0) throw invalid(problems);
    const details = tellChange(before, after, change);
    if (details.fields.length === 0) return;
    await tx.update(settingsTable).set(after).where(eq(settingsTable.id, ROW));
    await recordActivity(tx, viewer, { action: 'setting changed', title: 'Settings', details });
    await announceChange(tx, [SETTINGS_KEY]);
  });
  await refreshSettings(parts);
  return readSettingsOf(parts);
};
