import { useQueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminListQuery, refreshCollection } from '#admin/api/admin-queries.ts';
import { createOnce } from '#admin/api/create-once.ts';
import { reasonOf } from '#admin/api/problems.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useTabList } from '#admin/list/use-tab-list.ts';
import { May } from '#admin/may.tsx';
import { OneTextForm } from '#admin/parts/one-text-form.tsx';
import { Rows } from '#admin/parts/row.tsx';

const PATH = '/api/missing-pages';

/** Requested addresses that do not exist, and redirects. */
export function MissingTab() {
  const queryClient = useQueryClient();
  const { data, frame } = useTabList((part) => adminListQuery(PATH, part));
  return (
    <TabFrame
      {...frame}
      title="Missing pages"
      lead="Addresses that visitors asked for in vain in the last 90 days. What robots try everywhere is left out."
      unit={['path', 'paths']}
      empty="Nobody asked for a page that is not there."
    >
      <Rows
        at={PATH}
        look="work"
        items={data?.items}
        className="mt-2"
        row={({ path, hits, lastAt, referrerHost, nearest }) => ({
          key: path,
          title: path,
          facts: `Asked for ${hits === 1 ? 'once' : `${hits} times`}, last ${formatDateTime(lastAt)}${referrerHost ? `, from ${referrerHost}` : ''}`,
          offers: [
            {
              label: 'Dismiss',
              name: `Dismiss ${path}`,
              least: 'editor',
              work: () => adminSend('DELETE', PATH, { params: { path } }),
              done: `${path} is off the list`,
              failed: reasonOf,
            },
          ],
          footer: (
            <May least="publisher">
              <OneTextForm
                label={`Send visitors of ${path} to`}
                start={nearest ?? ''}
                action="Redirect here"
                at={PATH}
                work={async (toPath) => {
                  await createOnce({ fromPath: path, toPath }, (request) =>
                    adminSend('POST', '/api/redirects', request),
                  );
                  await refreshCollection(queryClient, 'redirects');
                  return `${path} leads to ${toPath} now`;
                }}
                failed={reasonOf}
              />
            </May>
          ),
        })}
      />
    </TabFrame>
  );
}
