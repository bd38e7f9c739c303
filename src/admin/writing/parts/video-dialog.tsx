import { useState } from 'react';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { isVideoAddress } from '#admin/writing/markdown/block-words.ts';
import { BlockDialog } from './block-dialog.tsx';

interface VideoWords {
  href: string;
  title: string;
}

interface VideoDialogProps {
  video: VideoWords;
  onSet: (video: VideoWords) => void;
  onClose: () => void;
}

/** A video by the address of its page; its player is loaded when a reader clicks. */
export function VideoDialog({ video, onSet, onClose }: VideoDialogProps) {
  const [href, setHref] = useState(video.href);
  const [title, setTitle] = useState(video.title);
  const address = href.trim();
  const isVideo = isVideoAddress(address);
  return (
    <BlockDialog
      title="Video"
      action="Set video"
      isReady={isVideo}
      onSubmit={() => onSet({ href: address, title: title.trim() })}
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
