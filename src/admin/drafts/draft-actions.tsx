import { isBusy } from '#admin/editor/editor-state.ts';
import type { ItemEditor } from '#admin/editor/use-item-editor.ts';
import { useMay } from '#admin/may.tsx';
import { Button } from '#ui/button.tsx';

type DraftActionsProps = {
  editor: Pick<ItemEditor, 'state' | 'act'>;
  /** A publisher approved the draft: editors may publish it. */
  isApproved: boolean;
  /** The form stays open after a draft is saved. */
  stays?: boolean;
};

/** Beside Save: to keep a change without showing it to readers, and to show it. */
export function DraftActions({ editor, isApproved, stays = false }: DraftActionsProps) {
  const { state, act } = editor;
  const [mayWrite, mayPublish] = [useMay('editor'), useMay('publisher')];
  if (state.target === 'draft') {
    if (!mayPublish && !(mayWrite && isApproved)) return null;
    return (
      <Button aria-disabled={isBusy(state)} onClick={() => void act({ type: 'publish' })}>
        Publish draft
      </Button>
    );
  }
  // An editor's Save is this one.
  if (!state.canDraft || !mayPublish) return null;
  return (
    <Button
      aria-disabled={isBusy(state)}
      onClick={() => void act({ type: 'save', as: 'draft', stays })}
    >
      Save as draft
    </Button>
  );
}
