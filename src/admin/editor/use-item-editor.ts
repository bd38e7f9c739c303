import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import { messageOf } from '#admin/api/problems.ts';
import { addRedirects } from '#admin/confirm/used-by.tsx';
import { publishItemDraft, type SaveTarget, type Seen, seenAt } from '#admin/drafts/draft-calls.ts';
import { useLiveDraft } from '#admin/drafts/live-draft-context.ts';
import { useMay } from '#admin/may.tsx';
import { publicHref } from '#admin/public-href.ts';
import { doneNotice, sayError } from '#admin/toast.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import type { ToastInput } from '#ui/toast/toast-store.ts';
import { type ItemEditorOptions, itemTexts, type SaveOptions } from './editor-options.ts';
import type { ChangeForm, FormOf, FormValues, TextsOf } from './form-types.ts';
import { isChanged, keepTyped, publicFlagOf, toBody, toForm } from './form-values.ts';
import { saySaved, withTypedOn } from './say-saved.tsx';
import { storeItem } from './store-item.ts';
import { useConflict } from './use-conflict.ts';
import { useFormAddress } from './use-form-address.ts';
import { useFormText } from './use-form-text.ts';
import { useProblems } from './use-problems.ts';
import { useSending } from './use-sending.ts';
import { useUnsavedText } from './use-unsaved-text.ts';

const useAnyEditor = (options: ItemEditorOptions) => {
  const { collection, item, onClose, texts = itemTexts(collection) } = options;
  const { name } = collection;
  const queryClient = useQueryClient();
  const isNew = item === null;
  const { onCreated, opensAnew, follow } = useFormAddress(item);
  const mayPublish = useMay('publisher');
  const flag = publicFlagOf(collection);
  const { draft: waiting } = useLiveDraft();
  const text = useFormText(collection, () => ({
    base: {
      ...toForm(collection, item),
      ...(isNew ? options.start : {}),
      // What an editor begins is a draft.
      ...(isNew && !mayPublish && flag ? { [flag]: false } : {}),
    },
    version: (waiting ?? item)?.version ?? null,
    target: waiting ? 'draft' : 'live',
  }));
  const { base, values, version, target, isDirty } = text;
  const problems = useProblems();
  const { isSaving, isBusy, ask, run } = useSending();
  const { conflict, ...conflicts } = useConflict(collection, item, text);
  const [redirectTo, setRedirectTo] = useState('');
  const isLeaving = item !== null && isPublic(collection, base) && !isPublic(collection, values);
  const unsaved = useUnsavedText(options, item, text);
  const canDraft =
    item !== null &&
    collection.publicPath !== undefined &&
    isPublic(collection, base) &&
    isPublic(collection, values);

  const change = (patch: FormValues) => {
    const derive = isNew ? options.derive : undefined;
    const before = text.read();
    text.write({ ...before, ...(derive?.(collection, before, patch) ?? patch) });
    problems.forget(patch);
  };

  const fail = (error: unknown, of: SaveTarget) => {
    if (conflicts.show(error, of)) return;
    problems.fail(error);
    const say = isNew ? texts.failedToCreate : texts.failedToUpdate;
    sayError(say(messageOf(error)));
  };

  const leaveRedirect = () => {
    const path = item && publicHref(collection, item);
    if (path) void addRedirects([path], redirectTo);
    setRedirectTo('');
  };

  const storedOf = (saved: AnyItem, sent: FormValues) => ({
    ...sent,
    ...toForm(collection, saved),
  });

  /** The form is over what is stored now. What was typed meanwhile stays in it, or waits for the form of what was created. */
  const settleOn = (saved: AnyItem, sent: FormValues, to: SaveTarget, isMoving = false) => {
    const stored = storedOf(saved, sent);
    const over = { base: stored, version: saved.version };
    const typed = keepTyped(text.read(), sent, stored);
    unsaved.drop();
    const isAside =
      isMoving &&
      (!text.isTypedOn(sent) || unsaved.setAside({ ...over, ground: to, values: typed }, saved.id));
    text.rebase({ ...over, target: to }, isAside ? stored : typed);
  };

  const finish = (saved: AnyItem, sent: FormValues, how: SaveOptions) => {
    const isTypedOn = text.isTypedOn(sent);
    const stays = how.stays === true || isTypedOn;
    const isCreated = isNew || how.asNew === true;
    // At once, so that leaving the form finds nothing unsaved in it.
    flushSync(() => {
      conflicts.close();
      settleOn(saved, sent, how.to, stays && isCreated && opensAnew);
      if (isCreated && stays) onCreated?.(saved);
    });
    void refreshCollection(queryClient, name);
    const tell = (notice: ToastInput | null) => {
      const told = isTypedOn && !how.stays ? withTypedOn(notice) : notice;
      const of = how.to === 'draft' ? 'draft' : 'item';
      void saySaved({ collection: name, id: saved.id, of }, told);
    };
    if (how.to === 'draft') {
      if (!how.isStep) tell(doneNotice('Draft saved. Readers still see the live version.'));
      if (!stays) onClose();
      return;
    }
    tell((texts.notice ?? doneNotice)(isNew ? texts.created : texts.updated, saved));
    options.onSaved?.(saved);
    if (isLeaving) leaveRedirect();
    if (!stays) onClose();
    else if (isCreated) follow(saved);
  };

  const send = async (sent: FormValues, how: SaveOptions): Promise<AnyItem | null> => {
    if (isBusy()) return null;
    const refused = options.check?.(sent) ?? {};
    problems.clear();
    if (Object.keys(refused).length > 0) {
      problems.refuse(refused);
      return null;
    }
    const body = toBody(collection, sent);
    const saved = await run(
      () => storeItem({ queryClient, name, item, ask }, options.prepare?.(body) ?? body, how),
      (error) => fail(error, how.to),
    );
    if (saved) finish(saved, sent, how);
    return saved;
  };

  const save = ({ stays = false } = {}) =>
    send(values, { version, over: target, stays, to: target });

  const saveDraft = ({ stays = false } = {}) =>
    send(values, { version, over: target, stays, to: 'draft' });

  /** Stores what was typed without showing it to readers, and tells what is stored now. */
  const keep = async (): Promise<Seen | null> => {
    if (!isDirty) return seenAt(target, version);
    const to = canDraft ? 'draft' : target;
    const saved = await send(values, { version, over: target, to, stays: true, isStep: true });
    return saved && seenAt(to, saved.version);
  };

  /** For an item that somebody deleted while it was being written. */
  const saveAsNew = () => send(values, { version: null, over: 'live', asNew: true, to: 'live' });

  const failToPublish = async (error: unknown) => {
    if (!(await conflicts.settlePublish(error))) fail(error, 'draft');
  };

  const leave = () => {
    flushSync(() => text.write(base));
    unsaved.drop();
    onClose();
  };

  /** What the form holds becomes what readers see; `liveVersion` was looked at when it is not what the draft was begun over. */
  const publish = async (sent = values, liveVersion?: number) => {
    if (!item) return;
    const isSaved = !isChanged(collection, base, sent) && liveVersion === undefined;
    const how = { version, over: target, to: 'draft', stays: true, isStep: true } as const;
    const saved = isSaved ? null : await send(sent, how);
    if (!saved && !isSaved) return;
    const seen = saved ? seenAt('draft', saved.version) : seenAt(target, version);
    const published = await run(
      () =>
        ask((query) => publishItemDraft(name, item.id, { version: liveVersion, ...seen }, query)),
      (error) => void failToPublish(error),
    );
    if (!published) return;
    const before = saved ? storedOf(saved, sent) : sent;
    const isTypedOn = text.isTypedOn(before);
    flushSync(() => settleOn(published, before, 'live'));
    const notice = doneNotice(`${collection.label.one} published`);
    const told = isTypedOn ? withTypedOn(notice) : notice;
    void saySaved({ collection: name, id: item.id, of: 'item' }, told);
    void refreshCollection(queryClient, name);
    options.onSaved?.(published);
    if (!isTypedOn) onClose();
  };

  /** The merged text is saved on top of the version that came in between. */
  const resolve = (merged: FormValues) => {
    if (!conflict) return;
    const { current, of, stays = false } = conflict;
    text.write(merged);
    conflicts.close();
    if (of === 'publish') void publish(merged, current.version);
    else if (of === 'base') {
      const baseVersion = current.version;
      void send(merged, { version, over: target, to: 'draft', stays, baseVersion });
    } else {
      const { version: theirs } = current;
      text.rebase({ base: toForm(collection, current), version: theirs, target: of }, merged);
      void send(merged, { version: theirs, over: of, to: of, stays });
    }
  };

  return {
    isNew,
    values,
    change,
    errors: problems.errors,
    failure: problems.failure,
    refusals: problems.refusals,
    isDirty,
    isLeaving,
    setRedirectTo,
    isSaving,
    target,
    canDraft,
    isLive: item !== null && isPublic(collection, base),
    save,
    saveDraft,
    keep,
    settle: conflicts.settle,
    seen: seenAt(target, version),
    publish: () => publish(),
    leave,
    saveAsNew,
    conflict,
    resolve,
    giveUpConflict: conflicts.close,
    lost: unsaved.lost,
    forget: unsaved.drop,
  };
};

export interface ItemEditorState<C extends Collection = Collection>
  extends Omit<ReturnType<typeof useAnyEditor>, 'values' | 'errors' | 'change'> {
  values: FormOf<C>;
  errors: TextsOf<C>;
  change: ChangeForm<C>;
}

/** The state of one form: what is in it, what is wrong with it, and the way to the server and back. */
export function useItemEditor<C extends Collection>(
  options: ItemEditorOptions<C>,
): ItemEditorState<C>;
// Inside, a form is that of any type: only whoever opened it spells fields.
export function useItemEditor(options: ItemEditorOptions): ItemEditorState {
  return useAnyEditor(options);
}
