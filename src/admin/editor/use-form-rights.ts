import { useMay } from '#admin/may.tsx';
import type { Collection } from '#kit/collection.ts';
import type { ItemEditorState } from './use-item-editor.ts';

type Form = Pick<ItemEditorState, 'isLive' | 'canDraft' | 'target'>;

/** How whoever opened a form may keep what is in it. */
export const useFormRights = (collection: Collection, { isLive, canDraft, target }: Form) => {
  const [mayWrite, mayPublish] = [useMay('editor'), useMay('publisher')];
  const canBeDraft =
    collection.visible !== undefined && (!isLive || canDraft || target === 'draft');
  return {
    mayPublish,
    maySave: mayPublish || (mayWrite && canBeDraft),
    /** What an editor changes on a live page waits for a publisher. */
    savesDraft: !mayPublish && target === 'live' && canDraft,
  };
};
