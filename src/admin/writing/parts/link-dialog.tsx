import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { collectionNamed } from '#admin/collections.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { findBroken } from '#admin/writing/broken-links.ts';
import { isSafeLink } from '#platform/safe-link.ts';
import { Button } from '#ui/button.tsx';
import { useDebounced } from '#ui/use-debounced.ts';

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

/** The address of a link: typed, or that of a page of the site found by its words. */
export function LinkDialog({ href, onSet, onRemove, onClose }: LinkDialogProps) {
  const [text, setText] = useState(href);
  const asked = useDebounced(text.trim());
  const address = addressOf(text.trim());
  const isSearch = asked.length > 1 && !isAddress(asked);
  const { data: found = [] } = useQuery({
    ...adminQuery('/api/desk-search', { q: asked.slice(0, 100) }),
    enabled: isSearch,
  });
  const { data: broken } = useQuery({
    queryKey: ['/api/link-targets', asked],
    queryFn: async () => (await findBroken([asked])).has(asked),
    enabled: /^\/(?!\/)/.test(asked),
    staleTime: 0,
  });
  const pages = isSearch ? found.filter(({ path }) => path !== null).slice(0, 12) : [];
  const isFit = address.startsWith('#') || isSafeLink(address);

  const submit = (event: FormEvent) => {
    // The dialog stands inside the form of the item, which is not to be saved by it.
    event.preventDefault();
    event.stopPropagation();
    if (isFit) onSet(address, address);
    // Enter after words takes the first page that they find.
    else if (pages[0] && asked === text.trim()) onSet(pages[0].path ?? '', pages[0].title);
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

  return (
    <DialogFrame
      title="Link"
      size="medium"
      onClose={onClose}
      onKeyDown={watchKeys}
      footer={
        <div className="flex justify-end gap-3">
          {href !== '' && (
            <Button className="mr-auto" onClick={onRemove}>
              Remove link
            </Button>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form="link-form" aria-disabled={!isFit}>
            Set link
          </Button>
        </div>
      }
    >
      <form id="link-form" noValidate onSubmit={submit}>
        <TextInput
          label="Page or address"
          value={text}
          onChange={setText}
          inputMode="search"
          placeholder="Words of a page, /path or https://…"
          error={broken ? 'No public page at this address' : undefined}
        />
      </form>
      <ul aria-label="Pages" className="mt-3">
        {pages.map(({ collection, id, title, path, isPublic, excerpt }) => (
          <li key={`${collection}/${id}`} className="border-b border-line">
            <button
              type="button"
              data-page=""
              onClick={() => onSet(path ?? '', title)}
              className="block min-h-11 w-full py-2 text-left hover:text-accent focus-visible:bg-accent-wash"
            >
              <span className="block text-sm font-medium">{title}</span>
              <span className="block truncate text-xs text-faint">
                {collectionNamed(collection)?.label.one} · {path}
                {isPublic ? '' : ' · not public'}
                {excerpt && ` · ${excerpt}`}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </DialogFrame>
  );
}
