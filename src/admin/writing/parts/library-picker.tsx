import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminQuery } from '#admin/api/admin-queries.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { Button } from '#ui/button.tsx';

type StoredImage = ResponseOf<'get', '/api/uploads'>['items'][number];

/** The pictures of the media library, a page at a time. */
export function LibraryPicker({ onChoose }: { onChoose: (image: StoredImage) => void }) {
  const [page, setPage] = useState(1);
  const { data } = useQuery({
    ...adminQuery('/api/uploads', { show: 'all', page }),
    placeholderData: keepPreviousData,
  });
  if (!data) return <p className="text-sm text-soft">Loading the library…</p>;
  if (data.total === 0) return <p className="text-sm text-soft">The library is empty.</p>;
  return (
    <div>
      <ul
        aria-label="Library"
        className="grid max-h-64 grid-cols-3 gap-2 overflow-y-auto p-0.5 sm:grid-cols-5"
      >
        {data.items.map((image) => (
          <li key={image.name}>
            <button
              type="button"
              aria-label={`Choose: ${image.alt || image.name}`}
              onClick={() => onChoose(image)}
              className="block w-full border-2 border-transparent hover:border-accent"
            >
              <img
                src={image.url}
                alt=""
                loading="lazy"
                className="aspect-3/2 w-full object-cover"
              />
            </button>
          </li>
        ))}
      </ul>
      {data.total > data.pageSize && (
        <div className="mt-2 flex gap-2">
          <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Button
            size="sm"
            disabled={page * data.pageSize >= data.total}
            onClick={() => setPage(page + 1)}
          >
            Older
          </Button>
        </div>
      )}
    </div>
  );
}
