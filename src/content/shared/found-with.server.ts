import type { WriteContext } from '#kit/behaviour.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { invalid } from '#platform/errors.ts';

interface Found {
  field: string;
  url?: string | null | undefined;
  quote?: string | null | undefined;
  foundWith?: string | null | undefined;
}

const finding = new WeakSet<object>();

/** A person accepted the words of this transaction, which AI found: the finder alone says so. */
export const allowFoundWith = (tx: Executor) => finding.add(tx);

const isSame = (one: Found) => (other: Found) =>
  one.field === other.field &&
  one.foundWith === other.foundWith &&
  (one.url === other.url || one.quote === other.quote);

/** A source that says how it was found said so before, of its page or of its words, or the finder writes it. */
export const requireFoundBefore = (
  sources: readonly Found[],
  before: readonly Found[],
  { tx, viewer, isRestore }: Pick<WriteContext, 'tx' | 'viewer' | 'isRestore'>,
) => {
  if (viewer === null || isRestore || finding.has(tx)) return;
  const isNew = sources.some((one) => one.foundWith && !before.some(isSame(one)));
  if (isNew)
    throw invalid({ sources: 'Only the finder says of a source that it was found with AI' });
};
