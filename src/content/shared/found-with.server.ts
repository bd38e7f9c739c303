import type { WriteContext } from '#kit/behaviour.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { invalid } from '#platform/errors.ts';

interface Found {
  field: string;
  url?: string | null | undefined;
  foundWith?: string | null | undefined;
}

const finding = new WeakSet<object>();

/** What this transaction writes was found with AI, and a person accepted it: the finder alone says so. */
export const allowFoundWith = (tx: Executor) => finding.add(tx);

/** A source that says how it was found said so before, or the finder writes it. */
export const requireFoundBefore = (
  sources: readonly Found[],
  before: readonly Found[],
  { tx, viewer, isRestore }: Pick<WriteContext, 'tx' | 'viewer' | 'isRestore'>,
) => {
  if (viewer === null || isRestore || finding.has(tx)) return;
  const isNew = sources.some(
    ({ field, url, foundWith }) =>
      foundWith &&
      !before.some((one) => one.field === field && one.url === url && one.foundWith === foundWith),
  );
  if (isNew) throw invalid({ sources: 'Only the finder says of a source that it was found with AI' });
};
