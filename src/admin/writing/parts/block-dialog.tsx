import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { cardTypes, isVideoAddress } from '#admin/writing/markdown/block-words.ts';
import type { CardMark } from '#platform/text/blocks.ts';
import { Button } from '#ui/button.tsx';
import { useDebounced } from '#ui/use-debounced.ts';

interface BlockDialogProps {
  title: string;
  action: string;
  isReady: boolean;
  /** Also before it is ready: a field may say what it misses. */
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
    onSubmit();
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
      onSubmit={() => isVideo && onSet({ href: address, title: title.trim() })}
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

interface CardDialogProps {
  slug: string;
  onSet: (card: CardMark) => void;
  onClose: () => void;
}

const MAX_FOUND = 8;

/** The item whose card stands in the text, found by its words. */
export function CardDialog({ slug, onSet, onClose }: CardDialogProps) {
  const [text, setText] = useState(slug);
  const asked = useDebounced(text.trim()).slice(0, 100);
  const types = cardTypes();
  const { data = [], isSuccess } = useQuery({
    ...adminQuery('/api/desk-search', { q: asked }),
    enabled: asked.length > 1,
  });
  const found = data
    .flatMap(({ id, collection, title, path, isPublic }) => {
      const type = types.find(({ name }) => name === collection);
      const word = type?.inText;
      if (!word || !path) return [];
      return [{ id, title, isPublic, card: { word, slug: path.slice(path.lastIndexOf('/') + 1) } }];
    })
    .slice(0, MAX_FOUND);
  // Enter must not set what was found for earlier words.
  const isFound = isSuccess && asked === text.trim().slice(0, 100);
  const first = isFound ? found[0] : undefined;
  return (
    <BlockDialog
      title="Card"
      action="Set card"
      isReady={first !== undefined}
      onSubmit={() => first && onSet(first.card)}
      onClose={onClose}
    >
      <TextInput
        label={types.map(({ label }) => label.one).join(' or ')}
        value={text}
        onChange={setText}
        inputMode="search"
        help="Its name, kind and first line stand in the text as they are when a reader comes."
        error={isFound && !first ? 'Nothing found' : undefined}
      />
      <ul aria-label="Found">
        {found.map(({ id, title, isPublic, card }) => (
          <li key={id} className="border-b border-line">
            <button
              type="button"
              onClick={() => onSet(card)}
              className="block min-h-11 w-full py-2 text-left text-sm hover:text-accent"
            >
              {title}
              {!isPublic && <span className="text-faint"> · not public: readers see no card</span>}
            </button>
          </li>
        ))}
      </ul>
    </BlockDialog>
  );
}
