import { useAdminAddress } from '#admin/address.ts';
import { adminQuery } from '#admin/api/admin-queries.ts';
import { UploadArea } from '#admin/editor/fields/upload-area.tsx';
import { pageOf } from '#admin/list/list-page.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useNarrowed, useTabList } from '#admin/list/use-tab-list.ts';
import { May } from '#admin/may.tsx';
import { useAction } from '#admin/use-action.ts';
import { Select } from '#ui/select.tsx';
import { MediaCard } from './media-card.tsx';

const PATH = '/api/uploads';

const OPTIONS = [
  { value: 'all', label: 'All pictures' },
  { value: 'unused', label: 'Unused' },
  { value: 'undescribed', label: 'Without alt text' },
] as const;

/** All uploaded pictures: their descriptions, credits and uses. */
export function MediaTab() {
  const { search } = useAdminAddress();
  const { chosen: show = 'all', choose } = useNarrowed(OPTIONS, 'show');
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
          onChange={({ target }) => choose(target.value)}
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
