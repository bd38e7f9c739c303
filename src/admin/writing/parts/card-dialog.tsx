import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { cardTypes } from '#admin/writing/markdown/block-words.ts';
import type { CardMark } from '#platform/text/blocks.ts';
import { useDebounced } from '#ui/use-debounced.ts';
import { BlockDialog } from './block-dialog.tsx';

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
  const { data = [] } = useQuery({
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
  const [first] = found;
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
        error={asked.length > 1 && !first ? 'Nothing found' : undefined}
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
