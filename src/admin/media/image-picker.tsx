import { queryOptions, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { adminGet, adminSend } from '#admin/api/admin-api.ts';
import { adminKey } from '#admin/api/admin-queries.ts';
import { serverMessage } from '#admin/api/problems.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { Button } from '#ui/button.tsx';
import { Search } from '#ui/icons.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

export type FoundImage = ResponseOf<'get', '/api/images/search'>[number];

interface ImagePickerProps {
  /** The address in the form; its tile is marked. */
  chosen: string;
  onChoose: (image: FoundImage) => void;
}

const DEFAULT_QUERY = 'business office';
const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'];
const LOAD_FAILED = 'Failed to load images. Please check your Unsplash API key configuration.';

const searchQuery = (q: string) =>
  queryOptions({
    queryKey: adminKey('/api/images/search', { q }),
    queryFn: async () => {
      try {
        return await adminGet('/api/images/search', { q });
      } catch (cause) {
        throw new Error('Failed to search images', { cause });
      }
    },
  });

/** Unsplash asks to be told about a photo that is used; a failure there must not stop the editor. */
const tellOfUse = ({ id, downloadLocation }: FoundImage) =>
  adminSend('POST', '/api/images/{id}/use', { params: { id }, body: { downloadLocation } }).catch(
    () => undefined,
  );

/** Photos to choose from; the one that is clicked becomes the image of the form. */
export function ImagePicker({ chosen, onChoose }: ImagePickerProps) {
  const [typed, setTyped] = useState(DEFAULT_QUERY);
  const [asked, setAsked] = useState(DEFAULT_QUERY);
  const found = useQuery(searchQuery(asked));

  const search = () => {
    const next = typed.trim();
    if (next === '') return;
    if (next === asked) void found.refetch();
    setAsked(next);
  };
  const watchEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // The picker stands in a form, which must not be saved by a search.
    event.preventDefault();
    search();
  };
  const choose = (image: FoundImage) => {
    onChoose(image);
    void tellOfUse(image);
  };

  return (
    <div className="border border-line bg-raised p-4">
      <div className="flex gap-2">
        <SearchField
          className="flex-1"
          label="Search images"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={watchEnter}
        />
        <Button onClick={search}>
          <Search aria-hidden className="size-4" />
          Search
        </Button>
      </div>
      <div className="mt-3 max-h-96 overflow-y-auto" data-testid="image-results">
        <Results found={found} chosen={chosen} onChoose={choose} />
      </div>
    </div>
  );
}

interface ResultsProps {
  found: { data?: FoundImage[] | undefined; error: Error | null; isFetching: boolean };
  chosen: string;
  onChoose: (image: FoundImage) => void;
}

const GRID = 'grid grid-cols-2 gap-3 p-0.5 sm:grid-cols-3';

function Results({ found, chosen, onChoose }: ResultsProps) {
  if (found.isFetching) {
    return (
      <div aria-busy className={GRID}>
        {PLACEHOLDERS.map((key) => (
          <div key={key} data-testid="image-placeholder">
            <Skeleton className="aspect-3/2" />
          </div>
        ))}
      </div>
    );
  }
  if (found.error) {
    const reason = serverMessage(found.error.cause);
    return (
      <div role="alert" className="py-2 text-sm">
        <p className="font-medium text-danger">{LOAD_FAILED}</p>
        {reason && <p className="mt-1 text-soft">{reason}</p>}
      </div>
    );
  }
  const images = found.data ?? [];
  if (images.length === 0) return <p className="py-2 text-sm text-soft">No images found</p>;
  return (
    <ul aria-label="Images" className={GRID}>
      {images.map((image) => (
        <li key={image.id} className="min-w-0">
          <button
            type="button"
            aria-pressed={image.urls.regular === chosen}
            aria-label={`Choose: ${image.alt_description ?? image.description ?? image.attribution}`}
            onClick={() => onChoose(image)}
            className="block w-full border-2 border-transparent hover:border-accent aria-pressed:border-accent"
          >
            <img
              src={image.urls.small}
              alt=""
              loading="lazy"
              className="picture aspect-3/2 w-full bg-sunken object-cover"
            />
          </button>
          <Credit image={image} />
        </li>
      ))}
    </ul>
  );
}

function Credit({ image }: { image: FoundImage }) {
  const { user, attribution } = image;
  if (!user.link) return <p className="mt-1 truncate text-2xs text-faint">{attribution}</p>;
  return (
    <a
      href={user.link}
      target="_blank"
      rel="noopener noreferrer"
      className="mt-1 block truncate text-2xs text-faint underline"
    >
      {attribution}
    </a>
  );
}
