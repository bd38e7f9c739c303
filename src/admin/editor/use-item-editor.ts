import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { adminHref, useAdminAddress } from '#admin/address.ts';
import { adminSend } from '#admin/api/admin-api.ts';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import { changedItemOf, isOfDraft, messageOf } from '#admin/api/problems.ts';
import { addRedirects } from '#admin/confirm/used-by.tsx';
import type { StoredDraft } from '#admin/drafts/draft-store.ts';
import { useDraft } from '#admin/drafts/use-draft.ts';
import {
  type Ground,
  publishItemDraft,
  readBaseRevision,
  type Seen,
  saveItemDraft,
  seenAt,
} from '#admin/live-drafts/draft-calls.ts';
import { useLiveDraft } from '#admin/live-drafts/live-draft-context.ts';
import { useMay } from '#admin/may.tsx';
import { publicHref } from '#admin/public-href.ts';
import { doneNotice, sayError } from '#admin/toast.ts';
import type { AnyItem } from '#kit/collection.ts';
import { isPublic } from '#kit/is-public.ts';
import {
  type Conflict,
  type ItemEditorOptions,
  itemTexts,
  type SaveOptions,
} from './editor-options.ts';
import type { FormValues } from './form-types.ts';
import { isChanged, keepTyped, publicFlagOf, toBody, toForm } from './form-values.ts';
import { useMade } from './made-context.ts';
import { saySaved } from './say-saved.tsx';
import { useProblems } from './use-problems.ts';
import { useSending } from './use-sending.ts';

/** The state of one form: what is in it, what is wrong with it, and the way to the server and back. */
export const useItemEditor = (options: ItemEditorOptions) => {
  const { collection, item, onClose, texts = itemTexts(collection) } = options;
  const { name } = collection;
  const queryClient = useQueryClient();
  const { tab, rest, search, goTo } = useAdminAddress();
  const isNew = item === null;
  const onMade = useMade();
  const mayPublish = useMay('publisher');
  const flag = publicFlagOf(collection);
  const [base, setBase] = useState(() => ({
    ...toForm(collection, item),
    ...(isNew ? options.start : {}),
    // What an editor begins is a draft.
    ...(isNew && !mayPublish && flag ? { [flag]: false } : {}),
  }));
  const [values, setValues] = useState(base);
  const { draft: waiting } = useLiveDraft();
  const [ground, setGround] = useState<Ground>(waiting ? 'draft' : 'live');
  const [version, setVersion] = useState((waiting ?? item)?.version ?? null);
  const problems = useProblems();
  const { isSaving, isBusy, ask, run } = useSending();
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [redirectTo, setRedirectTo] = useState('');
  const isDirty = isChanged(collection, base, values);
  const isLeaving = item !== null && isPublic(collection, base) && !isPublic(collection, values);
  const id = item?.id ?? 'new';
  const draft = useDraft({ name, id, values, base, version, isDirty, ground });
  const canDraft =
    item !== null &&
    collection.publicPath !== undefined &&
    isPublic(collection, base) &&
    isPublic(collection, values);

  const change = (patch: FormValues) => {
    const derive = isNew ? options.derive : undefined;
    setValues((before) => ({ ...before, ...(derive?.(collection, before, patch) ?? patch) }));
    problems.forget(patch);
  };

  const fail = (error: unknown, sent: FormValues, of: Conflict['of']) => {
    const current = changedItemOf(error);
    if (current) {
      setConflict({ current, base, mine: sent, of });
      return;
    }
    problems.fail(error);
    const text = isNew ? texts.failedToCreate : texts.failedToUpdate;
    sayError(text(messageOf(error)));
  };

  const store = (body: Record<string, unknown>, how: SaveOptions): Promise<AnyItem | null> => {
    if (isNew || how.asNew) {
      return ask((query) => adminSend('POST', '/api/{name}', { params: { name, ...query }, body }));
    }
    if (how.to === 'draft') return saveItemDraft({ queryClient, name, item }, body, how);
    return ask((query) =>
      adminSend('PUT', '/api/{name}/{id}', {
        version: how.version ?? undefined,
        params: { name, id: item.id, ...query },
        body,
      }),
    );
  };

  const leaveRedirect = () => {
    const path = item && publicHref(collection, item);
    if (path) void addRedirects([path], redirectTo);
    setRedirectTo('');
  };

  const finish = (saved: AnyItem, sent: FormValues, how: SaveOptions) => {
    draft.drop();
    const stored = { ...sent, ...toForm(collection, saved) };
    // At once, so that leaving the form finds nothing unsaved in it.
    flushSync(() => {
      setConflict(null);
      setBase(stored);
      setValues((typed) => (how.stays ? keepTyped(typed, sent, stored) : stored));
      setVersion(saved.version);
      setGround(how.to);
      if (isNew && how.stays) onMade?.(saved);
    });
    void refreshCollection(queryClient, name);
    if (how.to === 'draft') {
      if (!how.isStep) {
        const notice = doneNotice('Draft saved. Readers still see the live version.');
        void saySaved({ collection: name, id: saved.id, of: 'draft' }, notice);
      }
      if (!how.stays) onClose();
      return;
    }
    const notice = (texts.notice ?? doneNotice)(isNew ? texts.created : texts.updated, saved);
    void saySaved({ collection: name, id: saved.id, of: 'item' }, notice);
    options.onSaved?.(saved);
    if (isLeaving) leaveRedirect();
    if (!how.stays) onClose();
    else if (isNew || how.asNew) {
      void goTo(adminHref(tab, rest.replace(/[^/]+$/, String(saved.id)), search), {
        replace: true,
        isSameForm: onMade !== null,
      });
    }
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
      () => store(options.prepare?.(body) ?? body, how),
      (error) => fail(error, sent, how.to),
    );
    if (saved) finish(saved, sent, how);
    return saved;
  };

  const save = ({ stays = false } = {}) =>
    send(values, { version, over: ground, stays, to: ground });

  const saveDraft = ({ stays = false } = {}) =>
    send(values, { version, over: ground, stays, to: 'draft' });

  /** Stores what was typed without showing it to readers, and tells what is stored now. */
  const keep = async (): Promise<Seen | null> => {
    if (!isDirty) return seenAt(ground, version);
    const to = canDraft ? 'draft' : ground;
    const saved = await send(values, { version, over: ground, to, stays: true, isStep: true });
    return saved && seenAt(to, saved.version);
  };

  /** For an item that somebody deleted while it was being written. */
  const saveAsNew = () => send(values, { version: null, over: 'live', asNew: true, to: 'live' });

  /** What the waiting draft was written over tells who changed what. */
  const readDraftBase = ({ id }: AnyItem) =>
    readBaseRevision(collection, id, waiting?.baseVersion ?? 0);

  /** Of a draft that stood over another version. */
  const failToPublish = async (error: unknown, sent: FormValues) => {
    const current = changedItemOf(error);
    if (!current || !item || isOfDraft(error)) return fail(error, sent, 'draft');
    setConflict({ current, base: await readDraftBase(item), mine: sent, of: 'publish' });
  };

  /** Where somebody else's text came in between, both are shown; false when something else went wrong. */
  const settle = async (error: unknown): Promise<boolean> => {
    const current = changedItemOf(error);
    if (!current || !item) return false;
    const of = isOfDraft(error) ? 'draft' : ground === 'draft' ? 'base' : 'live';
    const before = of === 'base' ? await readDraftBase(item) : base;
    setConflict({ current, base: before, mine: values, of, stays: true });
    return true;
  };

  const leave = () => {
    flushSync(() => setValues(base));
    draft.drop();
    onClose();
  };

  /** What the form holds becomes what readers see; `liveVersion` was looked at when it is not the draft's ground. */
  const publish = async (sent = values, liveVersion?: number) => {
    if (!item) return;
    const isSaved = !isChanged(collection, base, sent) && liveVersion === undefined;
    const how = { version, over: ground, to: 'draft', stays: true, isStep: true } as const;
    const saved = isSaved ? { version } : await send(sent, how);
    if (!saved) return;
    const seen = { draftVersion: saved.version ?? undefined, liveVersion };
    const published = await run(
      () => ask((query) => publishItemDraft(name, item.id, seen, query)),
      (error) => void failToPublish(error, sent),
    );
    if (!published) return;
    const notice = doneNotice(`${collection.label.one} published`);
    void saySaved({ collection: name, id: item.id, of: 'item' }, notice);
    void refreshCollection(queryClient, name);
    options.onSaved?.(published);
    leave();
  };

  /** The version that came in between becomes the ground; the merged text is saved on top of it. */
  const resolve = (merged: FormValues) => {
    if (!conflict) return;
    const { current, of, stays = false } = conflict;
    setValues(merged);
    setConflict(null);
    if (of === 'publish') void publish(merged, current.version);
    else if (of === 'base') {
      void send(merged, {
        version,
        over: ground,
        to: 'draft',
        stays,
        baseVersion: current.version,
      });
    } else {
      setBase(toForm(collection, current));
      setVersion(current.version);
      setGround(of);
      void send(merged, { version: current.version, over: of, to: of, stays });
    }
  };

  const restoreDraft = (found: StoredDraft) => {
    setBase({ ...base, ...found.base });
    setValues({ ...values, ...found.values });
    // A version of the other text is nobody's current one: the next save shows both.
    const isSameGround = (found.ground ?? 'live') === ground;
    setVersion(item ? (isSameGround ? found.version : 0) : null);
    draft.take(found);
  };

  const lost = draft.found
    .filter((found) => options.ownsDraft?.(found.values) ?? true)
    .filter((found) => isChanged(collection, base, { ...base, ...found.values }))
    .map((found) => ({
      at: found.at,
      restore: () => restoreDraft(found),
      discard: () => draft.discard(found),
    }));

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
    ground,
    canDraft,
    isLive: item !== null && isPublic(collection, base),
    save,
    saveDraft,
    keep,
    settle,
    seen: seenAt(ground, version),
    publish: () => publish(),
    leave,
    saveAsNew,
    conflict,
    resolve,
    giveUpConflict: () => setConflict(null),
    lost,
    forget: draft.drop,
  };
};

export type ItemEditorState = ReturnType<typeof useItemEditor>;
