import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { typeNamed } from '#admin/collections.ts';
import { FieldFrame, type InputProps } from '#admin/editor/fields/field-frame.tsx';
import { OptionList, useOptions } from '#admin/parts/option-list.tsx';
import { brokenQuery } from '#admin/writing/broken-links.ts';
import { linkRangeOf, putBlock, removeLink, setLink, wordsOf } from '#admin/writing/commands.ts';
import { cardTypes } from '#admin/writing/markdown/block-words.ts';
import { nodes } from '#admin/writing/markdown/schema.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { isSafeLink } from '#platform/safe-link.ts';
import { useDebounced } from '#ui/use-debounced.ts';
import { BlockDialog, type PartProps } from './block-dialog.tsx';

const isAddress = (text: string) => /^(?:\/|#|https?:)/i.test(text);

type Found = ResponseOf<'get', '/api/desk-search'>[number];

/** Pages of the site that these words find; `isCurrent` once they are those of what is typed now. */
const usePages = (typed: string) => {
  const words = useDebounced(typed.trim());
  const isAsked = words.length > 1 && !isAddress(words);
  const { data = [], isSuccess } = useQuery({
    ...adminQuery('/api/desk-search', { q: words.slice(0, 100) }),
    enabled: isAsked,
  });
  const isCurrent = isAsked && isSuccess && words === typed.trim();
  return { words, isCurrent, found: isAsked ? data : [] };
};

interface FindPageProps extends InputProps<string> {
  /** The pages that the words find. */
  listed: string;
  pages: readonly (Found & { note: ReactNode; choose: () => void })[];
  isLate: boolean;
}

/** Words, and the pages that they find. */
function FindPage({
  listed,
  pages,
  isLate,
  value,
  onChange,
  placeholder,
  ...frame
}: FindPageProps) {
  const { field, list, toFirst } = useOptions(
    'found-pages',
    pages.map(({ collection, id, title, ...page }) => ({
      key: `${collection}/${id}`,
      label: title,
      isLate,
      ...page,
    })),
  );
  return (
    <>
      <FieldFrame {...frame}>
        {(ids) => (
          <input
            {...ids}
            {...field}
            inputMode="search"
            value={value}
            placeholder={placeholder}
            onChange={({ target }) => {
              onChange(target.value);
              toFirst();
            }}
            className="field"
          />
        )}
      </FieldFrame>
      <OptionList label={listed} {...list} />
    </>
  );
}

/** 'example.com' is meant as an address too. */
const addressOf = (text: string) =>
  isAddress(text) || !/^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(text) ? text : `https://${text}`;

const MAX_LINKS = 12;

/** The address of a link: typed, or that of a page of the site found by its words. */
export function LinkDialog({ state, onSet, onClose }: PartProps) {
  const { href } = linkRangeOf(state);
  const [text, setText] = useState(href);
  const { words, found, isCurrent } = usePages(text);
  const { data: broken } = useQuery({
    ...brokenQuery([words]),
    enabled: /^\/(?!\/)/.test(words),
  });
  const address = addressOf(text.trim());
  const isFit = address.startsWith('#') || isSafeLink(address);
  const offered = isFit ? [] : found.slice(0, MAX_LINKS);
  const pages = offered.flatMap((page) => {
    const { collection, title, path, isPublic, excerpt } = page;
    if (path === null) return [];
    const note = [typeNamed(collection), path, isPublic ? '' : 'not public', excerpt];
    const choose = () => onSet(setLink(path, title));
    return [{ ...page, note: note.filter(Boolean).join(' · '), choose }];
  });
  // The button must not set what was found for earlier words.
  const first = isCurrent ? pages[0] : undefined;
  return (
    <BlockDialog
      title="Link"
      action="Set link"
      isReady={isFit || first !== undefined}
      onSubmit={() => (isFit ? onSet(setLink(address, address)) : first?.choose())}
      onClose={onClose}
      onRemove={href === '' ? undefined : () => onSet(removeLink)}
    >
      <FindPage
        label="Page or address"
        listed="Pages"
        value={text}
        onChange={setText}
        placeholder="Words of a page, /path or https://…"
        error={broken?.has(words) ? 'No public page at this address' : undefined}
        pages={pages}
        isLate={!isCurrent}
      />
    </BlockDialog>
  );
}

const MAX_CARDS = 8;

/** The item whose card stands in the text, found by its words. */
export function CardDialog({ state, onSet, onClose }: PartProps) {
  const [text, setText] = useState(wordsOf(state, nodes.item_card).slug ?? '');
  const { found, isCurrent } = usePages(text);
  const types = cardTypes();
  const pages = found.flatMap((page) => {
    const word = types.find(({ name }) => name === page.collection)?.inText;
    if (!word || !page.path) return [];
    const card = { word, slug: page.path.slice(page.path.lastIndexOf('/') + 1) };
    const note = !page.isPublic && 'not public: readers see no card';
    return [{ ...page, note, choose: () => onSet(putBlock(nodes.item_card, card)) }];
  });
  // The button must not set what was found for earlier words.
  const first = isCurrent ? pages[0] : undefined;
  return (
    <BlockDialog
      title="Card"
      action="Set card"
      isReady={first !== undefined}
      onSubmit={() => first?.choose()}
      onClose={onClose}
    >
      <FindPage
        label={types.map(({ label }) => label.one).join(' or ')}
        listed="Found"
        value={text}
        onChange={setText}
        help="Its name, kind and first line stand in the text as they are when a reader comes."
        error={isCurrent && !first ? 'Nothing found' : undefined}
        pages={pages.slice(0, MAX_CARDS)}
        isLate={!isCurrent}
      />
    </BlockDialog>
  );
}
