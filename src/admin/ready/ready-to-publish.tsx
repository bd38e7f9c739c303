import { useQuery, useQueryClient } from '@tanstack/react-query';
import { DRAFTS_PATH, fresh, refreshCollection } from '#admin/api/admin-queries.ts';
import { typeNamed } from '#admin/collections.ts';
import { useAsk } from '#admin/confirm/use-ask.ts';
import { publishItemDraft, waitingQuery } from '#admin/drafts/use-item-draft.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { useMay } from '#admin/may.tsx';
import { type RowData, Rows } from '#admin/parts/row.tsx';
import { useNames } from '#admin/people/people.tsx';
import { editorHref } from '#admin/tabs.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';
import { sayFailure } from './ready-drafts.ts';
import { SendBackForm } from './send-back-form.tsx';

type Waiting = ResponseOf<'get', typeof DRAFTS_PATH>[number];

/** For publishers: every draft that somebody marked as ready, the longest waiting first. */
export function ReadyToPublish() {
  const mayPublish = useMay('publisher');
  const { data } = useQuery({ ...fresh(waitingQuery), enabled: mayPublish });
  const queryClient = useQueryClient();
  const nameOf = useNames();
  const ask = useAsk();
  const ready = (data?.items ?? [])
    .filter(({ readyAt }) => readyAt !== null)
    .toSorted((a, b) => String(a.readyAt).localeCompare(String(b.readyAt)));
  if (!mayPublish || ready.length === 0) return null;

  const publish = async ({ collection, itemId, version }: Waiting) => {
    const published = await ask((query) =>
      publishItemDraft(collection, itemId, { draftVersion: version }, query),
    );
    if (published) await refreshCollection(queryClient, collection);
    return published;
  };
  const row = (draft: Waiting): RowData => {
    const { collection, itemId, title, readyAt, readyBy } = draft;
    return {
      key: `${collection}/${itemId}`,
      title,
      headingLevel: 'h4',
      href: editorHref(collection, itemId),
      offers: [
        {
          label: 'Publish',
          variant: 'primary',
          work: () => publish(draft),
          done: 'Published',
          failed: sayFailure('Not published'),
        },
        {
          label: 'Send back',
          opens: (close) => <SendBackForm collection={collection} id={itemId} onClose={close} />,
        },
      ],
      facts: (
        <>
          <Badge>{typeNamed(collection)}</Badge>
          {readyAt && formatDateTime(readyAt)}
          {readyBy ? ` by ${nameOf(readyBy)}` : ''}
        </>
      ),
    };
  };
  return (
    <section aria-labelledby="ready-to-publish" className="mb-8">
      <h3 id="ready-to-publish" className="text-h4 font-semibold">
        Ready to publish
      </h3>
      <Rows at={DRAFTS_PATH} items={ready} row={row} />
    </section>
  );
}
