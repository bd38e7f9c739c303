import { useQuery } from '@tanstack/react-query';
import { useAdminAddress } from '#admin/address.ts';
import { adminItemQuery } from '#admin/api/admin-queries.ts';
import { collectionNamed } from '#admin/collections.ts';
import { useConfirm } from '#admin/confirm/use-confirm.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { Row, RowFacts } from '#admin/parts/row.tsx';
import { RowButton } from '#admin/parts/row-actions.tsx';
import { editorHref } from '#admin/tabs.ts';
import { toastError } from '#admin/toast.ts';
import type { Collection } from '#kit/collection.ts';
import { ApiError } from '#platform/api-error.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import {
  dropUnsaved,
  keepUnsaved,
  type StoredText,
  unsavedKey,
  useAllUnsaved,
} from './unsaved-store.ts';

const NO_ROOM =
  'This browser has no room for a copy. Discard another text first: this one stays as it is.';

/** Everything that was typed in this browser and never saved. */
export function UnsavedTab() {
  const { texts, isOpen } = useAllUnsaved();
  const shown = texts.flatMap((text) => {
    const collection = collectionNamed(text.name);
    return collection ? [{ text, collection }] : [];
  });
  return (
    <TabFrame
      title="Unsaved work"
      lead="Text that was typed in this browser and never saved. It stays here until you save or discard it."
      count={shown.length}
      empty="Nothing is unsaved."
    >
      <ul>
        {shown.map(({ text, collection }) => (
          <UnsavedRow
            key={unsavedKey(text)}
            text={text}
            collection={collection}
            isOpen={isOpen(text) === true}
          />
        ))}
      </ul>
    </TabFrame>
  );
}

interface UnsavedRowProps {
  text: StoredText;
  collection: Collection;
  isOpen: boolean;
}

function UnsavedRow({ text, collection, isOpen }: UnsavedRowProps) {
  const { goTo } = useAdminAddress();
  const confirm = useConfirm();
  const { error } = useQuery({
    ...adminItemQuery(text.name, text.id),
    enabled: text.id !== 'new',
  });
  const isGone = error instanceof ApiError && error.status === 404;
  const title = String(text.values[collection.title] || text.base[collection.title] || 'Untitled');

  const saveAsNew = () => {
    const copy = { ...text, id: 'new' as const };
    if (!keepUnsaved(copy, { ...text, base: {}, version: null })) {
      toastError(NO_ROOM);
      return;
    }
    dropUnsaved(text);
    void goTo(editorHref(text.name, 'new'));
  };
  const discard = async () => {
    const isSure = await confirm({
      title: 'Discard',
      text: `The unsaved text of "${title}" cannot be brought back after this.`,
      action: 'Discard',
      tone: 'danger',
    });
    if (isSure) dropUnsaved(text);
  };

  return (
    <Row
      title={title}
      actions={
        <>
          {isGone ? (
            <RowButton label="Save as new" name={`Save ${title} as new`} onClick={saveAsNew} />
          ) : (
            <ButtonLink
              size="sm"
              href={editorHref(text.name, text.id)}
              aria-label={`Open ${title}`}
            >
              Open
            </ButtonLink>
          )}
          <RowButton
            label="Discard"
            name={`Discard ${title}`}
            variant="quiet"
            onClick={() => void discard()}
          />
        </>
      }
    >
      <RowFacts>
        <Badge>{collection.label.one}</Badge>
        {text.id === 'new' && <Badge tone="accent">New</Badge>}
        {isGone && <Badge tone="danger">Deleted meanwhile</Badge>}
        {isOpen && <Badge tone="warn">Open in another tab</Badge>}
        Typed {formatDateTime(text.at)}
      </RowFacts>
    </Row>
  );
}
