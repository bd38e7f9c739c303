import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { UploadArea } from '#admin/editor/fields/upload-area.tsx';
import { insertPicture, wordsOf } from '#admin/writing/commands.ts';
import { nodes } from '#admin/writing/markdown/schema.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { PICTURE_WIDTHS } from '#platform/text/blocks.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';
import { BlockDialog, type PartProps } from './block-dialog.tsx';

const WIDTHS = [
  { value: '', label: 'Whole column' },
  ...PICTURE_WIDTHS.map((share) => ({ value: share, label: `${share} % of the column` })),
];

/** The media library knows the same words of a new picture; the text is complete without it. */
const describeUpload = (src: string, alt: string, credit: string) =>
  adminSend('PUT', '/api/uploads/{name}', {
    params: { name: src.replace('/uploads/', '') },
    body: { alt, credit },
  }).catch(() => undefined);

/** Uploads a picture and asks for its alt text and credit, before it stands in the text. */
export function PictureDialog({ state, file, onSet, onClose }: PartProps) {
  const picture = wordsOf(state, nodes.image);
  const [start = '', end = ''] = (picture.src ?? '').split('#width=');
  const [src, setSrc] = useState(start);
  /** The picture that the library described before. */
  const [known, setKnown] = useState(start);
  const [width, setWidth] = useState(end);
  const [isLibraryOpen, setIsLibraryOpen] = useState(false);
  const [alt, setAlt] = useState(picture.alt ?? '');
  const [credit, setCredit] = useState(picture.title ?? '');
  const [isRefused, setIsRefused] = useState(false);

  const isReady = src !== '' && alt.trim() !== '';
  const submit = () => {
    setIsRefused(true);
    if (!isReady) return;
    const address = width === '' ? src : `${src}#width=${width}`;
    onSet(insertPicture({ src: address, alt: alt.trim(), title: credit.trim() }));
    if (src !== known) void describeUpload(src, alt.trim(), credit.trim());
  };

  return (
    <BlockDialog
      title="Picture"
      action={picture.src ? 'Change picture' : 'Insert picture'}
      isReady={src !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <UploadArea label="Picture" file={file} onUploaded={setSrc}>
        {src !== '' && (
          <img
            src={src}
            alt={alt}
            className="mb-3 max-h-64 max-w-full border border-line bg-white object-contain"
          />
        )}
      </UploadArea>
      <div>
        <Button
          size="sm"
          aria-expanded={isLibraryOpen}
          onClick={() => setIsLibraryOpen(!isLibraryOpen)}
        >
          Choose from the library
        </Button>
        {isLibraryOpen && (
          <div className="mt-3">
            <LibraryPicker
              onChoose={(image) => {
                setSrc(image.url);
                setKnown(image.url);
                setAlt(image.alt);
                setCredit(image.credit);
                setIsLibraryOpen(false);
              }}
            />
          </div>
        )}
      </div>
      <TextInput
        label="Alt text"
        value={alt}
        onChange={setAlt}
        required
        help="What the picture shows, for those who do not see it."
        error={isRefused && alt.trim() === '' ? 'Alt text is required' : undefined}
      />
      <TextInput
        label="Caption and credit"
        value={credit}
        onChange={setCredit}
        help="What it tells, who made it and under which terms; shown below the picture."
      />
      <Select
        label="Width"
        value={width}
        onChange={({ target }) => setWidth(target.value)}
        options={WIDTHS}
      />
    </BlockDialog>
  );
}

type StoredImage = ResponseOf<'get', '/api/uploads'>['items'][number];

/** The pictures of the media library, a page at a time. */
function LibraryPicker({ onChoose }: { onChoose: (image: StoredImage) => void }) {
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
