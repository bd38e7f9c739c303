import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { adminSend } from '#admin/api/admin-api.ts';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import { changedItemOf, type FieldErrors, fieldErrorsOf, messageOf } from '#admin/api/problems.ts';
import { useDraft } from '#admin/drafts/use-draft.ts';
import { sayDone, sayError } from '#admin/toast.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import type { FormValues } from './form-types.ts';
import { isChanged, toBody, toForm } from './form-values.ts';

export interface SaveTexts {
  created: string;
  updated: string;
  failedToCreate: (message: string) => string;
  failedToUpdate: (message: string) => string;
  /** How a success is told, where 'Success' is not its title. */
  tell?: (done: string, saved: AnyItem) => void;
}

/** The spec's texts for generic items. */
export const itemTexts = (collection: Collection): SaveTexts => ({
  created: `${collection.label.one} created successfully`,
  updated: `${collection.label.one} updated successfully`,
  failedToCreate: () => 'Failed to create item',
  failedToUpdate: (message) => `Failed to update item: ${message}`,
});

export interface ItemEditorOptions {
  collection: Collection;
  /** The stored item; null makes a new one. */
  item: AnyItem | null;
  /** Called with the stored item after a successful save. */
  onSaved: (item: AnyItem) => void;
  texts?: SaveTexts;
  /** What the spec lets the client refuse, by field. */
  check?: (values: FormValues) => FieldErrors;
  /** Last changes to what is sent. */
  prepare?: (body: Record<string, unknown>) => Record<string, unknown>;
  /** What else follows from a change while something is created, e.g. the slug from the title. */
  derive?: (collection: Collection, before: FormValues, patch: FormValues) => FormValues;
}

export interface Conflict {
  current: AnyItem;
  base: FormValues;
  mine: FormValues;
}

/** The state of one form: what is in it, what is wrong with it, and the way to the server and back. */
export const useItemEditor = (options: ItemEditorOptions) => {
  const { collection, item, onSaved, texts = itemTexts(collection) } = options;
  const { name } = collection;
  const queryClient = useQueryClient();
  const isNew = item === null;
  const [base, setBase] = useState(() => toForm(collection, item));
  const [values, setValues] = useState(base);
  const [version, setVersion] = useState(item?.version ?? null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<unknown>(null);
  const [isSaving, setIsSaving] = useState(false);
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const busy = useRef(false);
  const isDirty = isChanged(collection, base, values);
  const id = item?.id ?? 'new';
  const draft = useDraft({ name, id, values, base, version, isDirty });

  const change = (patch: FormValues) => {
    const derive = isNew ? options.derive : undefined;
    setValues((before) => ({ ...before, ...(derive?.(collection, before, patch) ?? patch) }));
    setErrors((before) => {
      const left = Object.entries(before).filter(([key]) => !(key in patch));
      return left.length === Object.keys(before).length ? before : Object.fromEntries(left);
    });
  };

  const fail = (error: unknown, sent: FormValues) => {
    const current = changedItemOf(error);
    if (current) {
      setConflict({ current, base, mine: sent });
      return;
    }
    setFailure(error);
    setErrors(fieldErrorsOf(error));
    const text = isNew ? texts.failedToCreate : texts.failedToUpdate;
    sayError(text(messageOf(error)));
  };

  const send = async (sent: FormValues, ifVersion: number | null) => {
    if (busy.current) return;
    const refused = options.check?.(sent) ?? {};
    setFailure(null);
    setErrors(refused);
    if (Object.keys(refused).length > 0) return;
    const body = toBody(collection, sent);
    const prepared = options.prepare?.(body) ?? body;
    busy.current = true;
    setIsSaving(true);
    try {
      const saved = isNew
        ? await adminSend<AnyItem>('POST', `/api/${name}`, prepared)
        : await adminSend<AnyItem>('PUT', `/api/${name}/${item.id}`, prepared, {
            version: ifVersion ?? undefined,
          });
      draft.drop();
      // At once, so that leaving the form finds nothing unsaved in it.
      flushSync(() => {
        setConflict(null);
        setBase(sent);
        setValues(sent);
        setVersion(saved.version);
      });
      (texts.tell ?? sayDone)(isNew ? texts.created : texts.updated, saved);
      void refreshCollection(queryClient, name);
      onSaved(saved);
    } catch (error) {
      fail(error, sent);
    } finally {
      busy.current = false;
      setIsSaving(false);
    }
  };

  const save = () => send(values, version);

  /** The version that came in between becomes the ground; the merged text is saved on top of it. */
  const resolve = (merged: FormValues) => {
    if (!conflict) return;
    setBase(toForm(collection, conflict.current));
    setVersion(conflict.current.version);
    setValues(merged);
    setConflict(null);
    void send(merged, conflict.current.version);
  };

  const restoreDraft = () => {
    const { found } = draft;
    if (!found) return;
    setBase({ ...base, ...found.base });
    setValues({ ...values, ...found.values });
    setVersion(found.version);
    draft.take();
  };

  const lost =
    draft.found && isChanged(collection, base, { ...base, ...draft.found.values })
      ? { at: draft.found.at, restore: restoreDraft, discard: draft.drop }
      : null;

  return {
    isNew,
    values,
    change,
    errors,
    failure,
    isDirty,
    isSaving,
    save,
    conflict,
    resolve,
    giveUpConflict: () => setConflict(null),
    lost,
    forget: draft.drop,
  };
};

export type ItemEditorState = ReturnType<typeof useItemEditor>;
