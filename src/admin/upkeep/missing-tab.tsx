import { useQueryClient } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminListQuery, refreshCollection } from '#admin/api/admin-queries.ts';
import { createOnce } from '#admin/api/create-once.ts';
import { reasonOf } from '#admin/api/problems.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { useTabList } from '#admin/list/use-tab-list.ts';
import { May } from '#admin/may.tsx';
import { Row, RowFacts } from '#admin/parts/row.tsx';
import { useAction } from '#admin/use-action.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { Button } from '#ui/button.tsx';
import { ReplaceForm } from './replace-form.tsx';

const PATH = '/api/missing-pages';

type MissingPage = ResponseOf<'get', '/api/missing-pages'>[number];

/** Requested addresses that do not exist, and redirects. */
export function MissingTab() {
  const { data, frame } = useTabList((part) => adminListQuery(PATH, part));
  return (
    <TabFrame
      {...frame}
      title="Missing pages"
      lead="Addresses that visitors asked for in vain in the last 90 days. What robots try everywhere is left out."
      unit={['path', 'paths']}
      empty="Nobody asked for a page that is not there."
    >
      <ul className="mt-2">
        {data?.items.map((one) => (
          <MissingRow key={one.path} page={one} />
        ))}
      </ul>
    </TabFrame>
  );
}

function MissingRow({
  page: { path, hits, lastAt, referrerHost, nearest },
}: {
  page: MissingPage;
}) {
  const queryClient = useQueryClient();
  const { run, isBusy } = useAction(PATH);

  const redirect = (toPath: string) =>
    run(
      async () => {
        await createOnce({ fromPath: path, toPath }, (request) =>
          adminSend('POST', '/api/redirects', request),
        );
        await refreshCollection(queryClient, 'redirects');
      },
      `${path} leads to ${toPath} now`,
      reasonOf,
    );

  const dismiss = () =>
    run(() => adminSend('DELETE', PATH, { params: { path } }), `${path} is off the list`, reasonOf);

  return (
    <Row
      look="work"
      title={path}
      footer={
        <div className="flex flex-wrap items-end gap-3">
          <May least="publisher">
            <div className="min-w-0 flex-1 basis-72">
              <ReplaceForm
                label={`Send visitors of ${path} to`}
                start={nearest ?? ''}
                action="Redirect here"
                onSend={redirect}
              />
            </div>
          </May>
          <May least="editor">
            <Button disabled={isBusy} aria-label={`Dismiss ${path}`} onClick={() => void dismiss()}>
              Dismiss
            </Button>
          </May>
        </div>
      }
    >
      <RowFacts>
        Asked for {hits === 1 ? 'once' : `${hits} times`}, last {formatDateTime(lastAt)}
        {referrerHost ? `, from ${referrerHost}` : ''}
      </RowFacts>
    </Row>
  );
}
