import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { pageHref, useAdminAddress } from '#admin/address.ts';
import { adminQuery, readAt } from '#admin/api/admin-queries.ts';
import { UploadArea } from '#admin/editor/fields/upload-area.tsx';
import { pageOf } from '#admin/list/list-page.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { May } from '#admin/may.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Select } from '#ui/select.tsx';
import { MediaCard } from './media-card.tsx';

const PATH = '/api/uploads';

type Shown = 'all' | 'unused' | 'undescribed';

const OPTIONS: { value: Shown; label: string }[] = [
  { value: 'all', label: 'All pictures' },
  { value: 'unused', label: 'Unused' },
  { value: 'undescribed', label: 'Without alt text' },
];

const mediaQuery = (show: Shown, page: number) =>
  queryOptions({
    ...adminQuery(PATH, { show, page }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });

/** All uploaded pictures: their descriptions, credits and uses. */
export function MediaTab() {
  const { search, changeSearch } = useAdminAddress();
  const queryClient = useQueryClient();
  const show = OPTIONS.find(({ value }) => value === search.show)?.value ?? 'all';
  const page = pageOf(search);
  const { data, error } = useQuery(mediaQuery(show, page));
  const refresh = async () => {
    // A list that is still on its way was read before the change, and would stand for the new one.
    await queryClient.cancelQueries(readAt(PATH));
    await queryClient.invalidateQueries(readAt(PATH));
  };

  return (
    <TabFrame
      title="Media"
      what="The pictures"
      error={error}
      count={data?.items.length}
      empty="No pictures here."
      actions={
        <Select
          label="Show"
          hideLabel
          value={show}
          onChange={({ target }) => void changeSearch({ show: target.value, page: '' }, 'media')}
          options={OPTIONS}
        />
      }
      tools={
        <>
          <May least="editor">
            <UploadArea label="pictures" multiple onUploaded={() => void refresh()} />
          </May>
          <div className="mt-4 text-xs text-faint">
            <LiveCount>
              {data ? `${data.total} ${data.total === 1 ? 'picture' : 'pictures'}` : ''}
            </LiveCount>
          </div>
        </>
      }
    >
      <ul className="mt-3 grid gap-6 sm:grid-cols-2 xl:grid-cols-3">
        {data?.items.map((image) => (
          <MediaCard key={image.name} image={image} onChanged={() => void refresh()} />
        ))}
      </ul>
      <Pagination
        page={page}
        pages={Math.ceil((data?.total ?? 0) / (data?.pageSize ?? 1))}
        hrefFor={pageHref('media', search)}
      />
    </TabFrame>
  );
}
