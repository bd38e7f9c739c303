import type { FormEvent, ReactNode } from 'react';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { Button } from '#ui/button.tsx';

interface BlockDialogProps {
  title: string;
  action: string;
  isReady: boolean;
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks for what a block of the text says; the form of the item, in which it stands, is not saved by it. */
export function BlockDialog(props: BlockDialogProps) {
  const { title, action, isReady, onSubmit, onClose, children } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (isReady) onSubmit();
  };
  return (
    <DialogFrame
      title={title}
      size="medium"
      onClose={onClose}
      footer={
        <div className="flex justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="block-form" aria-disabled={!isReady}>
            {action}
          </Button>
        </div>
      }
    >
      <form id="block-form" noValidate onSubmit={submit} className="grid gap-5">
        {children}
      </form>
    </DialogFrame>
  );
}
