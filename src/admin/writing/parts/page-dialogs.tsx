import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { typeNamed } from '#admin/collections.ts';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { findBroken } from '#admin/writing/broken-links.ts';
import { cardTypes } from '#admin/writing/markdown/block-words.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { isSafeLink } from '#platform/safe-link.ts';
import type { CardMark } from '#platform/text/blocks.ts';
import { useDebounced } from '#ui/use-debounced.ts';
import { BlockDialog } from './block-dialog.tsx';

type Found = ResponseOf<'get', '/api/desk-search'>[number];

/** Pages of the site that these words find; `isCurrent` once they are those of what is typed now. */
const usePages = (typed: string, isWanted: (words: string) => boolean) => {
  const words = useDebounced(typed.trim());
  const isAsked = words.length > 1 && isWanted(words);
  const { data = [], isSuccess } = useQuery({
    ...adminQuery('/api/desk-search', { q: words.slice(0, 100) }),
    enabled: isAsked,
  });
  const isCurrent = isAsked && isSuccess && words === typed.trim();
  return { words, isCurrent, found: isAsked ? data : [] };
};

/** Arrows go from the words to the pages, and round. */
const watchKeys = (event: KeyboardEvent) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, [data-page]')];
  const at = stops.findIndex((stop) => stop.matches(':focus'));
  if (step === undefined || at < 0) return;
  event.preventDefault();
  stops[(at + step + stops.length) % stops.length]?.focus();
};

interface PageListProps {
  label: string;
  pages: readonly { page: Found; note: ReactNode; choose: () => void }[];
}

function PageList({ label, pages }: PageListProps) {
  return (
    <ul aria-label={label}>
      {pages.map(({ page: { collection, id, title }, note, choose }) => (
        <li key={`${collection}/${id}`} className="border-b border-line">
          <button
            type="button"
            data-page=""
            onClick={choose}
            className="block min-h-11 w-full py-2 text-left hover:text-accent focus-visible:bg-accent-wash"
          >
            <span className="block text-sm font-medium">{title}</span>
            <span className="block truncate text-xs text-faint">{note}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

interface LinkDialogProps {
  /** The address that is there already. */
  href: string;
  onSet: (href: string, words: string) => void;
  onRemove: () => void;
  onClose: () => void;
}

const isAddress = (text: string) => /^(?:\/|#|https?:)/i.test(text);

/** 'example.com' is meant as an address too. */
const addressOf = (text: string) =>
  isAddress(text) || !/^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(text) ? text : `https://${text}`;

const MAX_LINKS = 12;

/** The address of a link: typed, or that of a page of the site found by its words. */
export function LinkDialog({ href, onSet, onRemove, onClose }: LinkDialogProps) {
  const [text, setText] = useState(href);
  const { words, found, isCurrent } = usePages(text, (asked) => !isAddress(asked));
  const { data: broken } = useQuery({
    queryKey: ['/api/link-targets', words],
    queryFn: async () => (await findBroken([words])).has(words),
    enabled: /^\/(?!\/)/.test(words),
    staleTime: 0,
  });
  const address = addressOf(text.trim());
  const isFit = address.startsWith('#') || isSafeLink(address);
  const pages = found.slice(0, MAX_LINKS).flatMap((page) => {
    const { collection, title, path, isPublic, excerpt } = page;
    if (path === null) return [];
    const note = [typeNamed(collection), path, isPublic ? '' : 'not public', excerpt];
    return [{ page, note: note.filter(Boolean).join(' · '), choose: () => onSet(path, title) }];
  });
  const submit = () => {
    if (isFit) onSet(address, address);
    // Enter after words takes the first page that they find.
    else if (isCurrent) pages[0]?.choose();
  };
  return (
    <BlockDialog
      title="Link"
      action="Set link"
      isReady={isFit}
      onSubmit={submit}
      onClose={onClose}
      onKeyDown={watchKeys}
      onRemove={href === '' ? undefined : onRemove}
    >
      <TextInput
        label="Page or address"
        value={text}
        onChange={setText}
        inputMode="search"
        placeholder="Words of a page, /path or https://…"
        error={broken ? 'No public page at this address' : undefined}
      />
      <PageList label="Pages" pages={pages} />
    </BlockDialog>
  );
}

interface CardDialogProps {
  slug: string;
  onSet: (card: CardMark) => void;
  onClose: () => void;
}

const MAX_CARDS = 8;

/** The item whose card stands in the text, found by its words. */
export function CardDialog({ slug, onSet, onClose }: CardDialogProps) {
  const [text, setText] = useState(slug);
  const { found, isCurrent } = usePages(text, () => true);
  const types = cardTypes();
  const pages = found.flatMap((page) => {
    const word = types.find(({ name }) => name === page.collection)?.inText;
    if (!word || !page.path) return [];
    const card = { word, slug: page.path.slice(page.path.lastIndexOf('/') + 1) };
    const note = !page.isPublic && 'not public: readers see no card';
    return [{ page, note, choose: () => onSet(card) }];
  });
  // Enter must not set what was found for earlier words.
  const first = isCurrent ? pages[0] : undefined;
  return (
    <BlockDialog
      title="Card"
      action="Set card"
      isReady={first !== undefined}
      onSubmit={() => first?.choose()}
      onClose={onClose}
      onKeyDown={watchKeys}
    >
      <TextInput
        label={types.map(({ label }) => label.one).join(' or ')}
        value={text}
        onChange={setText}
        inputMode="search"
        help="Its name, kind and first line stand in the text as they are when a reader comes."
        error={isCurrent && !first ? 'Nothing found' : undefined}
      />
      <PageList label="Found" pages={pages.slice(0, MAX_CARDS)} />
    </BlockDialog>
  );
}
