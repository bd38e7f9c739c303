import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { addRedirects } from '#admin/confirm/used-by.tsx';
import { useLiveDraft } from '#admin/drafts/use-item-draft.ts';
import { useMay } from '#admin/may.tsx';
import { publicHref } from '#admin/public-href.ts';
import { doneNotice, toastError } from '#admin/toast.ts';
import { useUnsavedText } from '#admin/unsaved/use-unsaved-text.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { type ItemEditorOptions, itemTexts } from './editor-options.ts';
import { type EditorAction, reduce } from './editor-reducer.ts';
import {
  type Call,
  callFor,
  type EditorState,
  factsOf,
  keepingWay,
  maySend,
  openForm,
  outcomeOf,
  publishCall,
  type SaveWay,
} from './editor-state.ts';
import type { ChangeForm, FormOf, FormValues, TextsOf } from './form-types.ts';
import { publicFlagOf, toBody, toForm } from './form-values.ts';
import { saySaved } from './say-saved.tsx';
import { useFormAddress } from './use-form-address.ts';
import { useItemCalls } from './use-item-calls.ts';

/** A form's state machine; `read` gives its current state to code that continues after a response. */
const useMachine = (start: () => EditorState) => {
  const [state, setState] = useState(start);
  const latest = useRef(state);
  const dispatch = (action: EditorAction): EditorState => {
    latest.current = reduce(latest.current, action);
    setState(latest.current);
    return latest.current;
  };
  const tell = useEffectEvent(dispatch);
  useEffect(() => {
    tell({ type: 'opened' });
    return () => void tell({ type: 'closed' });
  }, []);
  return { state, read: () => latest.current, dispatch };
};

const useAnyEditor = (options: ItemEditorOptions) => {
  const { collection, item, onClose, texts = itemTexts(collection) } = options;
  const { name } = collection;
  const isNew = item === null;
  const queryClient = useQueryClient();
  const { onCreated, follow } = useFormAddress(item);
  const mayPublish = useMay('publisher');
  const { draft: waiting } = useLiveDraft();
  const calls = useItemCalls(collection, item);
  const { state, read, dispatch } = useMachine(() => {
    const flag = publicFlagOf(collection);
    return openForm(collection, {
      base: {
        ...toForm(collection, item),
        ...(isNew ? options.start : {}),
        // An editor's new item is a draft.
        ...(isNew && !mayPublish && flag ? { [flag]: false } : {}),
      },
      version: (waiting ?? item)?.version ?? null,
      target: waiting ? 'draft' : 'live',
    });
  });
  const unsaved = useUnsavedText(state, { item, ownsDraft: options.ownsDraft, dispatch });

  const change = (patch: FormValues) => {
    const derive = isNew ? options.derive : undefined;
    dispatch({ type: 'typed', patch: derive?.(collection, read().values, patch) ?? patch });
  };

  const noticeOf = (saved: AnyItem, { to, kind }: Call) => {
    if (to === 'draft') return doneNotice('Draft saved. Readers still see the live version.');
    if (kind === 'publish') return doneNotice(`${collection.label.one} published`);
    return (texts.notice ?? doneNotice)(isNew ? texts.created : texts.updated, saved);
  };

  const finish = (saved: AnyItem, call: Call) => {
    const before = read();
    const outcome = outcomeOf(before, call, isNew);
    if (outcome.isAllStored) unsaved.drop();
    // At once, so that leaving the form finds nothing unsaved in it.
    flushSync(() => {
      dispatch({ type: 'stored', call, saved });
      if (outcome.followsCreated) onCreated?.(saved);
    });
    void refreshCollection(queryClient, name);
    if (call.to === 'live' || !call.isStep) {
      const of = call.to === 'draft' ? 'draft' : 'item';
      const notice = noticeOf(saved, call);
      void saySaved({ collection: name, id: saved.id, of }, notice, outcome.isHeldOpen);
    }
    if (call.to === 'live') options.onSaved?.(saved);
    const path = outcome.isLeaving && item && publicHref(collection, item);
    if (path) void addRedirects([path], before.redirectTo);
    if (outcome.closes) onClose();
    if (outcome.followsCreated) follow(saved);
  };

  const fail = async (error: unknown, call: Call) => {
    const conflict = await calls.findConflict(read(), error, call);
    if (dispatch({ type: 'failed', call, error, conflict }).name === 'conflict') return;
    toastError((isNew ? texts.failedToCreate : texts.failedToUpdate)(messageOf(error)));
  };

  /** Null when the machine is not free for the call, or when that did not come about. */
  const perform = async (call: Call, request: () => Promise<AnyItem | null>) => {
    if (dispatch({ type: 'sent', call }).call !== call) return null;
    let saved: AnyItem | null;
    try {
      saved = await request();
    } catch (error) {
      await fail(error, call);
      return null;
    }
    if (saved) finish(saved, call);
    else dispatch({ type: 'declined', call });
    return saved && read();
  };

  /** Resolves to the form's state when it came about, to null when it did not. */
  const save = async (way: SaveWay = {}): Promise<EditorState | null> => {
    const before = read();
    if (!maySend(before)) return null;
    const call = callFor(before, way);
    const errors = options.check?.(call.sent) ?? {};
    if (Object.keys(errors).length > 0) {
      dispatch({ type: 'refused', errors });
      return null;
    }
    const body = toBody(collection, call.sent);
    return perform(call, () => calls.store(options.prepare?.(body) ?? body, call));
  };

  const keep = async () => (read().isDirty ? save(keepingWay(read(), item)) : read());

  /** `liveVersion` is the version seen, where it is not the draft's base. */
  const publish = async (liveVersion?: number): Promise<EditorState | null> => {
    if (!item) return null;
    const isStored = !read().isDirty && liveVersion === undefined;
    const ready = isStored ? read() : await save({ to: 'draft', stays: true, isStep: true });
    if (!ready) return null;
    const seen = { version: liveVersion, ...factsOf(ready, item).seen };
    return perform(publishCall(ready), () => calls.publish(seen));
  };

  /** The merged text is saved on top of the version that came in between. */
  const resolve = async (merged: FormValues) => {
    const { conflict } = read();
    if (!conflict) return null;
    dispatch({ type: 'resolved', merged });
    const { current, of, stays } = conflict;
    if (of === 'publish') return publish(current.version);
    return save(of === 'base' ? { to: 'draft', stays, baseVersion: current.version } : { stays });
  };

  /** Shows the conflict that a call beside the form met; null for any other failure. */
  const settle = async (error: unknown) => {
    const conflict = item && (await calls.findConflict(read(), error, null));
    return conflict && dispatch({ type: 'conflicted', conflict });
  };

  const leave = () => {
    flushSync(() => dispatch({ type: 'reverted' }));
    unsaved.drop();
    onClose();
  };

  return {
    state: { ...state, ...factsOf(state, item) },
    change,
    save,
    keep,
    /** Makes the form's text live. */
    publish: () => publish(),
    resolve,
    giveUp: () => void dispatch({ type: 'gaveUp' }),
    settle,
    redirect: (to: string) => void dispatch({ type: 'redirected', to }),
    leave,
    lost: unsaved.lost,
    /** The unsaved text is not to be offered again. */
    forget: unsaved.drop,
  };
};

type AnyEditor = ReturnType<typeof useAnyEditor>;

export interface ItemEditor<C extends Collection = Collection>
  extends Omit<AnyEditor, 'state' | 'change'> {
  state: Omit<AnyEditor['state'], 'values' | 'errors'> & {
    values: FormOf<C>;
    errors: TextsOf<C>;
  };
  change: ChangeForm<C>;
}

/** The state of one form, and the actions that change it. */
export function useItemEditor<C extends Collection>(options: ItemEditorOptions<C>): ItemEditor<C>;
// Inside, a form is that of any type: only its caller spells fields.
export function useItemEditor(options: ItemEditorOptions): ItemEditor {
  return useAnyEditor(options);
}
