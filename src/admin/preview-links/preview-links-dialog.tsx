import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import { formatDateTime } from '#admin/format-date-time.ts';
import { Notice } from '#admin/parts/notice.tsx';
import { Rows } from '#admin/parts/row.tsx';
import { ActionButton } from '#admin/parts/row-actions.tsx';
import { useNames } from '#admin/people/people.tsx';
import { copyText } from '#admin/toast.ts';
import { pathWith } from '#client/api-calls.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorText } from '#ui/error-text.tsx';

const LINKS = '/api/{collection}/{id}/preview-links';

interface PreviewLinksDialogProps {
  collection: Collection;
  item: AnyItem;
  onClose: () => void;
}

export function PreviewLinksDialog({ collection, item, onClose }: PreviewLinksDialogProps) {
  const { name } = collection;
  const nameOf = useNames();
  const [url, setUrl] = useState('');
  const params = { collection: name, id: item.id };
  const path = pathWith(LINKS, params);
  const { data: links, error } = useQuery(fresh(adminQuery(LINKS, params)));

  return (
    <DialogFrame title="Preview links" onClose={onClose} size="medium">
      <p className="text-sm text-soft">
        {`Anyone with such a link sees "${item[collection.title]}" as it was last saved, draft included, for 7 days and without an account. Nothing else that is unpublished is shown.`}
      </p>
      <ActionButton
        label="Create preview link"
        size="md"
        variant="primary"
        className="mt-4"
        at={path}
        work={async () => setUrl((await adminSend('POST', LINKS, { params })).url)}
        failed="Failed to create the link"
      />
      {url !== '' && <NewLink url={url} />}
      {error && <ErrorText>The links could not be loaded: {messageOf(error)}</ErrorText>}
      {links?.length === 0 && <EmptyState text="No link opens a preview now." />}
      <Rows
        at={path}
        look="small"
        items={links}
        className="mt-4"
        row={({ id, createdAt, createdBy, expiresAt }) => ({
          key: id,
          title: `Until ${formatDateTime(expiresAt)}`,
          facts: `Made ${formatDateTime(createdAt)}${createdBy ? ` by ${nameOf(createdBy)}` : ''}`,
          offers: [
            {
              label: 'Revoke',
              name: `Revoke the link until ${formatDateTime(expiresAt)}`,
              work: async () => {
                await adminSend('DELETE', '/api/preview-links/{id}', { params: { id } });
                setUrl('');
              },
              done: 'Preview link revoked',
              failed: 'Failed to revoke the link',
            },
          ],
        })}
      />
    </DialogFrame>
  );
}

function NewLink({ url }: { url: string }) {
  const copy = () =>
    copyText(url, 'Link copied', 'The link could not be copied: please select and copy it');
  return (
    <Notice role="status" tone="text" className="mt-4">
      <p className="font-medium">Copy the link now: it is not shown again.</p>
      <div className="mt-2 flex flex-wrap gap-2">
        <input
          readOnly
          aria-label="Preview link"
          value={url}
          onFocus={(event) => event.target.select()}
          className="field min-w-0 flex-1 basis-60"
        />
        <Button onClick={() => void copy()}>Copy</Button>
      </div>
    </Notice>
  );
}
