import { isDeepStrictEqual } from 'node:util';
import { eq } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import { noteChange, transact } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { feedLabel, lockRow, ROW, readRow, refreshSettings } from './live-settings.server.ts';
import {
  type Feed,
  type SettingsChange,
  type StoredValues,
  VALUE_NAMES,
  type ValueName,
} from './settings.schema.server.ts';
import { feedResults, settingsTable } from './settings.tables.server.ts';

type Parts = Pick<AppParts, 'settings' | 'connection'>;
type Row = typeof settingsTable.$inferSelect;

const present = async (db: Executor, settings: Settings, { version, values }: Row) => {
  const rows = await db.select().from(feedResults);
  const results = new Map(rows.map(({ url, ...result }) => [url, result]));
  const feeds = values.feeds ?? [];
  return {
    version,
    siteName: values.siteName ?? settings.site.siteName,
    publisher: values.publisher ?? null,
    contactEmail: values.contactEmail ?? null,
    feeds: feeds.map((feed) => ({ ...feed, last: results.get(feed.url) ?? null })),
    integrations: {
      ai: (settings.AI_BASE_URL && settings.AI_MODEL) ?? null,
      pictures: settings.UNSPLASH_ACCESS_KEY !== undefined,
      mail: (settings.SMTP_URL && settings.MAIL_FROM) ?? null,
    },
  };
};

export const readSettingsOf = async ({ settings, connection: { db } }: Parts) =>
  present(db, settings, await readRow(db));

const cleanFeed = (feed: Feed): Feed => ({
  ...feed,
  category: feed.category || null,
  language: feed.language || null,
});

const applyTo = (before: Row, change: SettingsChange): Row => {
  const values: StoredValues = { ...before.values };
  for (const name of VALUE_NAMES) {
    const sent = change[name];
    if (sent) values[name] = sent;
    else if (sent !== undefined) delete values[name];
  }
  if (change.feeds) values.feeds = change.feeds.map(cleanFeed);
  return { ...before, version: before.version + 1, values };
};

/** Names and never values: which fields changed, and which feeds came, went or were changed. */
const describeChange = (before: Row, after: Row) => {
  const differs = (name: ValueName | 'feeds') =>
    !isDeepStrictEqual(before.values[name], after.values[name]);
  const was = before.values.feeds ?? [];
  const is = after.values.feeds ?? [];
  const sameIn = (feeds: Feed[], { url }: Feed) => feeds.find((feed) => feed.url === url);
  const feeds = {
    added: is.filter((feed) => !sameIn(was, feed)),
    removed: was.filter((feed) => !sameIn(is, feed)),
    changed: is.filter((feed) => !isDeepStrictEqual(sameIn(was, feed) ?? feed, feed)),
  };
  const some = Object.entries(feeds).filter(([, list]) => list.length > 0);
  const labels = some.map(([verb, list]) => [verb, list.map(({ url }) => feedLabel(url))]);
  return {
    fields: [...VALUE_NAMES, 'feeds' as const].filter(differs),
    ...Object.fromEntries(labels),
  };
};

/** Changes what is named, records it, and has every process take it up. */
export const changeSettings = async (
  parts: Parts,
  viewer: Viewer,
  { change, version }: { change: SettingsChange; version?: number | undefined },
) => {
  const { settings, connection } = parts;
  await transact(connection.db, async (tx) => {
    const before = await lockRow(tx);
    if (version !== undefined && version !== before.version) {
      throw new AppError('changed', 'Somebody else changed the settings in the meantime', {
        extra: { current: { id: ROW, ...(await present(tx, settings, before)) } },
      });
    }
    const after = applyTo(before, change);
    const details = describeChange(before, after);
    if (details.fields.length === 0) return;
    await tx.update(settingsTable).set(after).where(eq(settingsTable.id, ROW));
    await recordActivity(tx, viewer, { action: 'setting changed', title: 'Settings', details });
    noteChange(tx);
  });
  await refreshSettings(parts);
  return readSettingsOf(parts);
};
