import * as z from 'zod';
import { coverage } from '#content/coverage/coverage.collection.ts';
import { checkedToday } from '#content/shared/checked-today.server.ts';
import { vendors } from '#content/vendors/vendors.collection.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import { orRefusal } from '#modules/attempts.server.ts';
import { AppError, orNotFound } from '#platform/errors.ts';
import { rowId } from '#platform/text-rules.ts';
import type { Caller } from '#platform/viewer.ts';

export const verified = z
  .object({
    collection: z.enum(['coverage', 'vendors']),
    id: rowId,
    part: z.int().min(0).max(1000).optional(),
    url: z.string().max(1000).optional(),
  })
  .meta({ id: 'VerifiedFact', description: 'One fact; a source of a vendor by its place' });

type Parts = Pick<AppParts, 'connection' | 'content'>;

type Checked = Awaited<ReturnType<typeof checkedToday>>;

/** Evidence has a moment where a source has a day. */
const asCell = (checked: Checked) => ({
  ...checked,
  checkedOn: `${checked.checkedOn}T00:00:00.000Z`,
});

/** A user checked the source of one fact today. */
export const markVerified = async (
  { connection, content }: Parts,
  viewer: Caller,
  { collection, id, part = -1, url }: z.output<typeof verified>,
): Promise<void> => {
  const checked = await checkedToday(connection.db, viewer);
  if (collection === coverage.name) {
    const { reader, writer } = content.partsOf(coverage);
    const { version } = orNotFound(await reader.byId(viewer, id), coverage.label.one);
    await writer.inTransaction((tx) => writer.update(tx, viewer, { id, version }, asCell(checked)));
    return;
  }
  const { reader, writer } = content.partsOf(vendors);
  const { version, sources } = orNotFound(await reader.byId(viewer, id), vendors.label.one);
  const source = orNotFound(sources[part], 'Source');
  if ((source.url ?? undefined) !== url)
    throw new AppError('conflict', 'The sources have changed meanwhile. Please look again');
  const change = { sources: sources.with(part, { ...source, ...checked }) };
  await writer.inTransaction((tx) => writer.update(tx, viewer, { id, version }, change));
};

/** A user looked at several cells of evidence today: each by its own rules, and those that are refused are named. */
export const markChecked = async (
  { connection, content }: Parts,
  viewer: Caller,
  cells: readonly { id: number; version: number }[],
) => {
  const { reader, writer } = content.partsOf(coverage);
  const draft = asCell(await checkedToday(connection.db, viewer));
  const ids = cells.map(({ id }) => id);
  const rows = await reader.byIds(viewer, ids);
  const refused: { id: number; title: string; reason: string }[] = [];
  for (const cell of cells) {
    const change = writer.inTransaction((tx) => writer.update(tx, viewer, cell, draft));
    const written = await orRefusal(change);
    if (!(written instanceof AppError)) continue;
    const title = rows.find(({ id }) => id === cell.id)?.finding ?? `Number ${cell.id}`;
    refused.push({ id: cell.id, title, reason: written.message });
  }
  return { checked: cells.length - refused.length, refused };
};
