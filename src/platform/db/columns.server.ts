import { customType, timestamp } from 'drizzle-orm/pg-core';
import { isSafeLink } from '#platform/safe-link.ts';

/** ISO text everywhere but in the table, to the millisecond. */
export const isoTimestamp = customType<{ data: string; driverData: string }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: (value) => new Date(value).toISOString(),
});

/** The same as a Date, where code reckons with it. */
export const timestampColumn = (name: string) =>
  timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });

export const bytea = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

/** A link as it may be shown: whatever else the table holds, written past the API, is read as none. */
export const linkText = customType<{ data: string; driverData: string }>({
  dataType: () => 'text',
  fromDriver: (value) => (isSafeLink(value) ? value : ''),
});

/** Several links in one column, without those that may not be shown. */
export const linkList = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'json',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: (value) =>
    Array.isArray(value)
      ? value.filter((one) => typeof one === 'string' && isSafeLink(one))
      : value,
});

const LINK_KEYS = new Set(['url', 'thumbnail', 'website']);

const withSafeLinks = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withSafeLinks);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, part]) =>
    LINK_KEYS.has(key) && typeof part === 'string' && !isSafeLink(part)
      ? [key, '']
      : [key, withSafeLinks(part)],
  );
  return Object.fromEntries(entries);
};

/** JSON of any shape, without unsafe links. */
export const safeJson = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'json',
  toDriver: (value) => JSON.stringify(value),
  fromDriver: withSafeLinks,
});
