import type { ItemEditorState } from '#admin/editor/use-item-editor.ts';
import { useMay } from '#admin/may.tsx';
import { Button } from '#ui/button.tsx';

type DraftActionsProps = {
  editor: Pick<ItemEditorState, 'target' | 'canDraft' | 'isSaving' | 'saveDraft' | 'publish'>;
  /** A publisher looked at the draft: whoever wrote it may publish it. */
  isApproved: boolean;
};

/** Beside Save: to keep a change without showing it to readers, and to show it. */
export function DraftActions({ editor, isApproved }: DraftActionsProps) {
  const [mayWrite, mayPublish] = [useMay('editor'), useMay('publisher')];
  if (editor.target === 'draft') {
    if (!mayPublish && !(mayWrite && isApproved)) return null;
    return (
      <Button aria-disabled={editor.isSaving} onClick={() => void editor.publish()}>
        Publish draft
      </Button>
    );
  }
  // An editor's Save is this one.
  if (!editor.canDraft || !mayPublish) return null;
  return (
    <Button aria-disabled={editor.isSaving} onClick={() => void editor.saveDraft()}>
      Save as draft
    </Button>
  );
}
