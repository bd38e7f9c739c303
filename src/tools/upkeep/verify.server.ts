import { coverage } from '#content/coverage/coverage.collection.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { findUserById } from '#modules/auth/users.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { publicNameOf } from '#platform/person-name.ts';
import type { Viewer } from '#platform/viewer.ts';

export interface Verified {
  collection: 'coverage' | 'vendors';
  id: number;
  /** The place of the source in a vendor's list. */
  part?: number | undefined;
  /** The address that was looked at, so that no other fact is marked. */
  url?: string | undefined;
}

export const today = () => new Date().toISOString().slice(0, 10);

/** What a person who opened the page today leaves on a fact, beside the day. */
export const checkedBy = async (db: Executor, viewer: Viewer) => {
  const person = viewer && (await findUserById(db, viewer.id));
  return { checkedBy: publicNameOf(person), readIn: 'live' } as const;
};

/** A user checked the source of one fact today. */
export const markVerified = async (
  { connection, content }: Pick<AppParts, 'connection' | 'content'>,
  viewer: Viewer,
  { collection, id, part, url }: Verified,
): Promise<void> => {
  const checked = await checkedBy(connection.db, viewer);
  if (collection === 'coverage') {
    const { reader, writer } = content.partsOf(coverage);
    const row = await reader.byId(viewer, id);
    if (!row) throw notFound(coverage.label.one);
    const draft = { ...checked, checkedOn: `${today()}T00:00:00.000Z` };
    await writer.update(viewer, { id, version: row.version }, draft);
    return;
  }
  const { reader, writer } = content.partsOf(vendors);
  const vendor = await reader.byId(viewer, id);
  const source = vendor?.sources[part ?? -1];
  if (!vendor || !source) throw notFound('Source');
  if ((source.url ?? undefined) !== url) {
    throw new AppError('conflict', 'The sources have changed meanwhile. Please look again');
  }
  const sources = vendor.sources.with(part ?? 0, { ...source, ...checked, checkedOn: today() });
  await writer.update(viewer, { id, version: vendor.version }, { sources });
};

/** A user looked at several cells of evidence today: each by its own rules, and those that are refused are named. */
export const markChecked = async (
  { connection, content }: Pick<AppParts, 'connection' | 'content'>,
  viewer: Viewer,
  cells: readonly { id: number; version: number }[],
) => {
  const { reader, writer } = content.partsOf(coverage);
  const draft = {
    ...(await checkedBy(connection.db, viewer)),
    checkedOn: `${today()}T00:00:00.000Z`,
  };
  const rows = await reader.byIds(
    viewer,
    cells.map(({ id }) => id),
  );
  const refused: { id: number; title: string; reason: string }[] = [];
  for (const cell of cells) {
    try {
      await writer.update(viewer, cell, draft);
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      const title = rows.find(({ id }) => id === cell.id)?.finding ?? `Number ${cell.id}`;
      refused.push({ id: cell.id, title, reason: error.message });
    }
  }
  return { checked: cells.length - refused.length, refused };
};
