import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useMemo, useState } from 'react';
import { adminItemQuery, adminListQuery } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { LiveDraftContext, useItemDraft } from '#admin/drafts/use-item-draft.ts';
import { useRichTextPart } from '#admin/writing/use-rich-text-part.ts';
import { type AnyItem, type Collection, markdownFieldsOf } from '#kit/collection.ts';
import { ErrorText } from '#ui/error-text.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import type { EditorProps } from './item-modal.tsx';
import { CreatedContext } from './use-form-address.ts';

interface OpenEditorProps {
  collection: Collection;
  editor: ComponentType<EditorProps>;
  /** 'new', an id, or nothing: then no form is open. */
  target: string;
  onClose: () => void;
}

/** The form that the address names. */
export function OpenEditor({ collection, editor, target, onClose }: OpenEditorProps) {
  const form = useForm(target);
  if (target === '') return null;
  const id = form.created?.id ?? (target === 'new' ? null : Number(target));
  return (
    <CreatedContext value={form.setCreated}>
      <EditorOf
        key={form.count}
        collection={collection}
        editor={editor}
        id={id}
        created={form.created}
        onClose={onClose}
      />
    </CreatedContext>
  );
}

/** Another address is another form, except that of the item which the open one created. */
const useForm = (target: string) => {
  const [form, setForm] = useState<{ target: string; count: number; created: AnyItem | null }>({
    target,
    count: 0,
    created: null,
  });
  if (target !== form.target) {
    const isCreated = target === String(form.created?.id);
    setForm(isCreated ? { ...form, target } : { target, count: form.count + 1, created: null });
  }
  return {
    ...form,
    setCreated: (created: AnyItem) => setForm((before) => ({ ...before, created })),
  };
};

interface EditorOfProps extends Omit<OpenEditorProps, 'target'> {
  /** Of a stored item. */
  id: number | null;
  /** The item that this form created. */
  created: AnyItem | null;
}

function EditorOf({ collection, editor: Editor, id, created, onClose }: EditorOfProps) {
  const { data, error, isFetchedAfterMount } = useQuery({
    // A form starts from the stored item, not from an earlier list response.
    ...adminItemQuery(collection.name, id ?? 0),
    refetchOnMount: 'always',
    enabled: id !== null,
  });
  const { draft, isLoaded, error: draftError } = useItemDraft(collection, id ?? 0);
  const start = useStart(collection, id === null);
  const hasText = markdownFieldsOf(collection).length > 0;
  // A form that was open before the text's editor would move under the pointer.
  const isReady = useRichTextPart(hasText) !== undefined || !hasText;
  const live = data ?? created;
  const found = useMemo(() => ({ live, draft }), [live, draft]);
  /** Once open, the form stays through any refetch behind it. */
  const [isOpen, setIsOpen] = useState(false);
  const problem = error ?? draftError;
  if (problem && !isOpen) {
    return (
      <DialogFrame title={`Edit ${collection.label.one}`} onClose={onClose} size="medium">
        <ErrorText>
          {collection.label.one} {id} could not be opened: {messageOf(problem)}
        </ErrorText>
      </DialogFrame>
    );
  }
  const isLoading = id === null ? !start : !live || !isFetchedAfterMount || !isLoaded;
  if ((isLoading || !isReady) && !isOpen) return <Opening />;
  if (!isOpen) setIsOpen(true);
  const item = live && draft ? { ...live, ...draft.fields } : live;
  return (
    <LiveDraftContext value={found}>
      <Editor collection={collection} item={item} onClose={onClose} start={start ?? {}} />
    </LiveDraftContext>
  );
}

/** A new item takes its place at the end of its list; undefined while that is looked up. */
const useStart = ({ name, fields, ownScreen }: Collection, isNew: boolean) => {
  // The spec lets these screens start at 0 (A4.14, A8.11).
  const isListed = fields.displayOrder !== undefined && !ownScreen;
  const { data, isFetchedAfterMount } = useQuery({
    ...adminListQuery('/api/{name}', { name, sort: '-displayOrder', limit: 1 }),
    refetchOnMount: 'always',
    enabled: isNew && isListed,
  });
  if (!isListed) return {};
  if (!isFetchedAfterMount) return undefined;
  const last = data?.items[0]?.displayOrder;
  return typeof last === 'number' ? { displayOrder: String(Math.max(0, last + 1)) } : {};
};

function Opening() {
  return (
    <div
      role="status"
      className="fixed inset-0 z-50 flex items-center justify-center bg-[#110f0d]/60"
    >
      <span className="border border-rule bg-paper px-6 py-4 font-serif text-h4">Loading</span>
    </div>
  );
}
