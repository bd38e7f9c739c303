import type { Command, EditorState } from 'prosemirror-state';
import { type FormEvent, type ReactNode, useState } from 'react';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { putBlock, wordsOf } from '#admin/writing/commands.ts';
import { isVideoAddress } from '#admin/writing/markdown/block-words.ts';
import { nodes } from '#admin/writing/markdown/schema.ts';
import { Button } from '#ui/button.tsx';

/** The props of a dialog over the text: the text, and the way to change it. */
export interface PartProps {
  state: EditorState;
  /** A picture that was pasted or dropped. */
  file: File | undefined;
  onSet: (command: Command) => void;
  onClose: () => void;
}

interface BlockDialogProps {
  title: string;
  action: string;
  isReady: boolean;
  /** Also before it is ready: a field may say what it misses. */
  onSubmit: () => void;
  onClose: () => void;
  /** Takes away what the dialog was opened for. */
  onRemove?: (() => void) | undefined;
  children: ReactNode;
}

/** Asks for what a block of the text says; the form of the item, in which it stands, is not saved by it. */
export function BlockDialog(props: BlockDialogProps) {
  const { title, action, isReady, onSubmit, onClose, onRemove, children } = props;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onSubmit();
  };
  return (
    <DialogFrame
      title={title}
      size="medium"
      onClose={onClose}
      footer={
        <div className="flex justify-end gap-3">
          {onRemove && (
            <Button className="mr-auto" onClick={onRemove}>
              Remove {title.toLowerCase()}
            </Button>
          )}
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

/** A video by the address of its page; its player is loaded when a reader clicks. */
export function VideoDialog({ state, onSet, onClose }: PartProps) {
  const video = wordsOf(state, nodes.video);
  const [href, setHref] = useState(video.href ?? '');
  const [title, setTitle] = useState(video.title ?? '');
  const address = href.trim();
  const isVideo = isVideoAddress(address);
  const words = { href: address, title: title.trim() };
  return (
    <BlockDialog
      title="Video"
      action="Set video"
      isReady={isVideo}
      onSubmit={() => isVideo && onSet(putBlock(nodes.video, words))}
      onClose={onClose}
    >
      <TextInput
        label="Address"
        value={href}
        onChange={setHref}
        inputMode="url"
        placeholder="https://www.youtube.com/watch?v=… or https://vimeo.com/…"
        error={address !== '' && !isVideo ? 'This is no video of YouTube or Vimeo' : undefined}
      />
      <TextInput
        label="Title"
        value={title}
        onChange={setTitle}
        help="What the video shows; readers see it before they play it."
      />
    </BlockDialog>
  );
}
