import { type FormEvent, useRef, useState } from 'react';
import { useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { uploadImage } from '#admin/api/upload.ts';
import { typeNamed } from '#admin/collections.ts';
import { TextInput } from '#admin/editor/fields/text-input.tsx';
import { UploadArea } from '#admin/editor/fields/upload-area.tsx';
import { pageOf } from '#admin/list/list-page.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useNarrowed, useTabList } from '#admin/list/use-tab-list.ts';
import { May, useMay } from '#admin/may.tsx';
import { editorHref } from '#admin/tabs.ts';
import { useAction } from '#admin/use-action.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { counted } from '#platform/words.ts';
import { Button } from '#ui/button.tsx';
import { Select } from '#ui/select.tsx';

type StoredImage = ResponseOf<'get', '/api/uploads'>['items'][number];

const nameOf = (url: string) => url.replace('/uploads/', '');

/** One picture: its words, its uses, another in its place, and the way out when nothing shows it. */
function MediaCard({ image }: { image: StoredImage }) {
  const { name, url, uses, isInHistory, bytes } = image;
  const [alt, setAlt] = useState(image.alt);
  const [credit, setCredit] = useState(image.credit);
  const file = useRef<HTMLInputElement>(null);
  const mayWrite = useMay('editor');
  const isChanged = alt !== image.alt || credit !== image.credit;

  const { run, runIfSure } = useAction('/api/uploads');

  const describe = (event: FormEvent) => {
    event.preventDefault();
    const body = { alt, credit };
    void run(
      () => adminSend('PUT', '/api/uploads/{name}', { params: { name }, body }),
      'Picture updated successfully',
    );
  };

  const replace = (chosen: File) =>
    runIfSure(
      {
        title: 'Replace the picture',
        text: `Show ${chosen.name} instead in ${counted(uses.length, 'item', 'items')}?`,
        action: 'Replace',
      },
      async () => {
        const uploaded = await uploadImage(chosen, () => undefined);
        const body = { by: nameOf(uploaded.url) };
        return adminSend('POST', '/api/uploads/{name}/replace', { params: { name }, body });
      },
      ({ changedCount }) => `Replaced in ${counted(changedCount, 'item', 'items')}`,
    );

  const remove = () =>
    runIfSure(
      {
        title: 'Delete for good',
        text: 'Nothing shows this picture. It cannot be brought back after this.',
        action: 'Delete',
        tone: 'danger',
      },
      () => adminSend('DELETE', '/api/uploads/{name}', { params: { name } }),
      'Picture deleted successfully',
    );

  return (
    <li className="min-w-0 border border-line bg-raised p-3">
      <img
        src={url}
        alt={image.alt}
        loading="lazy"
        className="aspect-3/2 w-full bg-white object-contain"
      />
      <form onSubmit={describe} className="mt-3">
        <fieldset disabled={!mayWrite} className="grid gap-3">
          <TextInput label="Alt text" value={alt} onChange={setAlt} />
          <TextInput label="Credit" value={credit} onChange={setCredit} />
          {isChanged && (
            <Button type="submit" size="sm" variant="primary" className="justify-self-start">
              Save
            </Button>
          )}
        </fieldset>
      </form>
      <Uses image={image} />
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <input
          ref={file}
          type="file"
          accept="image/*"
          className="hidden"
          onChange={({ target }) => {
            const [chosen] = target.files ?? [];
            target.value = '';
            if (chosen) void replace(chosen);
          }}
        />
        <May least="publisher">
          {uses.length > 0 && (
            <Button size="sm" onClick={() => file.current?.click()}>
              Replace…
            </Button>
          )}
          {uses.length === 0 && !isInHistory && (
            <Button size="sm" onClick={() => void remove()}>
              Delete
            </Button>
          )}
        </May>
        <span className="ml-auto text-2xs text-faint tabular-nums">
          {Math.ceil(bytes / 1024).toLocaleString('en')} kB
        </span>
      </div>
    </li>
  );
}

function Uses({ image: { uses, isInHistory } }: { image: StoredImage }) {
  if (uses.length === 0) {
    return (
      <p className="mt-3 text-xs text-faint">
        {isInHistory ? 'Only an earlier version shows it.' : 'Nothing shows it.'}
      </p>
    );
  }
  return (
    <ul aria-label="Used in" className="mt-3 text-xs">
      {uses.map(({ collection, id, title, isWaiting }) => (
        <li key={`${collection}/${id}/${isWaiting}`}>
          <a href={editorHref(collection, id)} className="text-link inline-block min-h-6">
            {typeNamed(collection)}: {title}
          </a>
          {isWaiting && ' (to be published)'}
        </li>
      ))}
    </ul>
  );
}

const PATH = '/api/uploads';

const OPTIONS = [
  { value: 'all', label: 'All pictures' },
  { value: 'unused', label: 'Unused' },
  { value: 'undescribed', label: 'Without alt text' },
] as const;

/** All uploaded pictures: their descriptions, credits and uses. */
export function MediaTab() {
  const { search } = useAdminAddress();
  const { chosen: show, chips } = useNarrowed(OPTIONS, 'show');
  const { data, frame } = useTabList(() => adminQuery(PATH, { show, page: pageOf(search) }));
  const { reread } = useAction(PATH);

  return (
    <TabFrame
      {...frame}
      title="Media"
      what="The pictures"
      unit={['picture', 'pictures']}
      empty="No pictures here."
      actions={
        <Select
          label="Show"
          hideLabel
          value={show}
          onChange={({ target }) => chips.onChoose(target.value)}
          options={OPTIONS}
        />
      }
      tools={
        <May least="editor">
          <UploadArea label="pictures" multiple onUploaded={() => void reread()} />
        </May>
      }
    >
      <ul className="mt-3 grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
        {data?.items.map((image) => (
          <MediaCard key={image.name} image={image} />
        ))}
      </ul>
    </TabFrame>
  );
}
