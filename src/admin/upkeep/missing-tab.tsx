import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminListQuery, fresh, readAt, refreshCollection } from '#admin/api/admin-queries.ts';
import { createOnce } from '#admin/api/create-once.ts';
import { fieldErrorsOf, messageOf } from '#admin/api/problems.ts';
import { focusTab } from '#admin/focus-tab.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { pageOf, partOf } from '#admin/list/list-page.ts';
import { TabFrame, TabPages } from '#admin/list/tab-frame.tsx';
import { May } from '#admin/may.tsx';
import { toastDone, toastError } from '#admin/toast.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { Button } from '#ui/button.tsx';
import { LiveCount } from '#ui/live-count.tsx';
import { ReplaceForm } from './replace-form.tsx';

const PATH = '/api/missing-pages';

type MissingPage = ResponseOf<'get', '/api/missing-pages'>[number];

/** Requested addresses that do not exist, and redirects. */
export function MissingTab() {
  const { search } = useAdminAddress();
  const { data, error } = useQuery(fresh(adminListQuery(PATH, partOf(pageOf(search)))));
  return (
    <TabFrame
      title="Missing pages"
      lead="Addresses that visitors asked for in vain in the last 90 days. What robots try everywhere is left out."
      error={error}
      count={data?.items.length}
      empty="Nobody asked for a page that is not there."
      tools={
        <div className="text-xs text-faint">
          <LiveCount>
            {data ? `${data.total} ${data.total === 1 ? 'path' : 'paths'}` : ''}
          </LiveCount>
        </div>
      }
    >
      <ul className="mt-2">
        {data?.items.map((one) => (
          <MissingRow key={one.path} page={one} />
        ))}
      </ul>
      <TabPages tab="missing-pages" total={data?.total} />
    </TabFrame>
  );
}

function MissingRow({ page }: { page: MissingPage }) {
  const queryClient = useQueryClient();
  const { mutate: run, isPending: isBusy } = useMutation({
    mutationFn: (work: () => Promise<string>) => work(),
    onSuccess: async (done) => {
      toastDone(done);
      await queryClient.invalidateQueries(readAt(PATH));
      focusTab();
    },
    onError: (error) => toastError(Object.values(fieldErrorsOf(error))[0] ?? messageOf(error)),
  });

  const redirect = (toPath: string) =>
    run(async () => {
      await createOnce({ fromPath: page.path, toPath }, (request) =>
        adminSend('POST', '/api/redirects', request),
      );
      await refreshCollection(queryClient, 'redirects');
      return `${page.path} leads to ${toPath} now`;
    });

  const dismiss = () =>
    run(async () => {
      await adminSend('DELETE', PATH, { params: { path: page.path } });
      return `${page.path} is off the list`;
    });

  return (
    <li className="border-t border-line py-4 text-sm">
      <h3 className="font-sans font-medium break-all">{page.path}</h3>
      <p className="mt-1 text-xs text-faint">
        Asked for {page.hits === 1 ? 'once' : `${page.hits} times`}, last{' '}
        {formatDateTime(page.lastAt)}
        {page.referrerHost ? `, from ${page.referrerHost}` : ''}
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <May least="publisher">
          <div className="min-w-0 flex-1 basis-72">
            <ReplaceForm
              label={`Send visitors of ${page.path} to`}
              start={page.nearest ?? ''}
              action="Redirect here"
              isBusy={isBusy}
              onSend={redirect}
            />
          </div>
        </May>
        <May least="editor">
          <Button disabled={isBusy} aria-label={`Dismiss ${page.path}`} onClick={dismiss}>
            Dismiss
          </Button>
        </May>
      </div>
    </li>
  );
}
