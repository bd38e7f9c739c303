import { useState } from 'react';
import { changedItemOf, isOfDraft } from '#admin/api/problems.ts';
import { readBaseRevision } from '#admin/drafts/draft-calls.ts';
import { useLiveDraft } from '#admin/drafts/live-draft-context.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import type { Conflict } from './editor-options.ts';
import type { FormText } from './use-form-text.ts';

/** Somebody else's text that came in between, shown beside what is typed until a person has chosen. */
export const useConflict = (collection: Collection, item: AnyItem | null, text: FormText) => {
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const { draft: waiting } = useLiveDraft();
  const { base, target } = text;

  /** What the waiting draft was written over tells who changed what. */
  const readDraftBase = ({ id }: AnyItem) =>
    readBaseRevision(collection, id, waiting?.baseVersion ?? 0);

  /** Of a save; false when something else went wrong, as with the two below. */
  const show = (error: unknown, of: Conflict['of']): boolean => {
    const current = changedItemOf(error);
    if (current) setConflict({ current, base, mine: text.read(), of });
    return current !== null;
  };

  /** Of a call about what the form holds: the form stays open afterwards. */
  const settle = async (error: unknown): Promise<boolean> => {
    const current = changedItemOf(error);
    if (!current || !item) return false;
    const of = isOfDraft(error) ? 'draft' : target === 'draft' ? 'base' : 'live';
    const before = of === 'base' ? await readDraftBase(item) : base;
    setConflict({ current, base: before, mine: text.read(), of, stays: true });
    return true;
  };

  /** Of publishing a draft that was begun over another version, or what never was public. */
  const settlePublish = async (error: unknown): Promise<boolean> => {
    if (target === 'live' && (await settle(error))) return true;
    const current = changedItemOf(error);
    if (!current || !item || isOfDraft(error)) return false;
    const before = await readDraftBase(item);
    setConflict({ current, base: before, mine: text.read(), of: 'publish' });
    return true;
  };

  return { conflict, show, settle, settlePublish, close: () => setConflict(null) };
};
