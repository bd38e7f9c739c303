import { useMay } from '#admin/may.tsx';
import type { Collection } from '#kit/collection.ts';
import type { ItemEditor } from './use-item-editor.ts';

type Form = Pick<ItemEditor['state'], 'isLive' | 'canDraft' | 'target'>;

/** The user's rights to save a form. */
export const useFormRights = (collection: Collection, { isLive, canDraft, target }: Form) => {
  const mayWrite = useMay('editor');
  const mayPublish = useMay('publisher');
  const canBeDraft =
    collection.visible !== undefined && (!isLive || canDraft || target === 'draft');
  return {
    mayPublish,
    maySave: mayPublish || (mayWrite && canBeDraft),
    /** An editor's change to a live page waits for a publisher. */
    savesDraft: !mayPublish && target === 'live' && canDraft,
  };
};
