import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { adminItemQuery } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import type { Collection } from '#kit/collection.ts';
import { ErrorText } from '#ui/error-text.tsx';
import { DialogFrame } from './dialog-frame.tsx';
import type { EditorProps } from './item-modal.tsx';

interface OpenEditorProps {
  collection: Collection;
  editor: ComponentType<EditorProps>;
  /** 'new', an id, or nothing: then no form is open. */
  target: string;
  onClose: () => void;
}

/** The form that the address names. */
export function OpenEditor({ collection, editor: Editor, target, onClose }: OpenEditorProps) {
  if (target === '') return null;
  if (target === 'new') return <Editor collection={collection} item={null} onClose={onClose} />;
  return (
    <LoadedEditor collection={collection} editor={Editor} id={Number(target)} onClose={onClose} />
  );
}

type LoadedEditorProps = Omit<OpenEditorProps, 'target'> & { id: number };

function LoadedEditor({ collection, editor: Editor, id, onClose }: LoadedEditorProps) {
  const { data, error, isFetchedAfterMount } = useQuery(
    // A form starts from what is stored now, not from what a list read earlier.
    adminItemQuery(collection.name, id, { refetchOnMount: 'always' }),
  );
  if (error) {
    return (
      <DialogFrame title={`Edit ${collection.label.one}`} onClose={onClose} size="medium">
        <ErrorText>
          {collection.label.one} {id} could not be opened: {messageOf(error)}
        </ErrorText>
      </DialogFrame>
    );
  }
  if (!data || !isFetchedAfterMount) {
    return (
      <div
        role="status"
        className="fixed inset-0 z-50 flex items-center justify-center bg-[#110f0d]/60"
      >
        <span className="border border-rule bg-paper px-6 py-4 font-serif text-h4">Loading</span>
      </div>
    );
  }
  return <Editor collection={collection} item={data} onClose={onClose} />;
}
