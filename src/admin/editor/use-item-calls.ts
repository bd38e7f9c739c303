import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { makeKey } from '#admin/api/create-once.ts';
import { useAsk } from '#admin/confirm/use-ask.ts';
import {
  publishItemDraft,
  readBaseRevision,
  saveItemDraft,
  useLiveDraft,
} from '#admin/drafts/use-item-draft.ts';
import type { AnyItem, Collection } from '#kit/collection.ts';
import { ApiError } from '#platform/api-error.ts';
import { type Call, conflictOf, type EditorState } from './editor-state.ts';
import type { Seen } from './form-types.ts';

/** A form's requests. They resolve to null where the server asks first and the user says no. */
export const useItemCalls = (collection: Collection, item: AnyItem | null) => {
  const { name } = collection;
  const queryClient = useQueryClient();
  const ask = useAsk();
  const { draft } = useLiveDraft();
  /** One idempotency key per created item: a retry after a lost response creates nothing twice. */
  const createKey = useRef('');

  const create = async (body: Record<string, unknown>): Promise<AnyItem | null> => {
    createKey.current ||= makeKey();
    const key = createKey.current;
    try {
      const created = await ask((query) =>
        adminSend('POST', '/api/{name}', { params: { name, ...query }, body, key }),
      );
      if (created) createKey.current = '';
      return created;
    } catch (error) {
      // The first save arrived, and this one has another text: saving once more means a second item.
      if (error instanceof ApiError && error.status === 422) createKey.current = '';
      throw error;
    }
  };

  return {
    /** Stores a form as a new item, as the draft over an item, or as the item itself. */
    store: async (body: Record<string, unknown>, call: Call): Promise<AnyItem | null> => {
      if (!item || call.asNew) return create(body);
      if (call.to === 'draft') return saveItemDraft({ queryClient, name, item }, body, call);
      return ask((query) =>
        adminSend('PUT', '/api/{name}/{id}', {
          version: call.version ?? undefined,
          params: { name, id: item.id, ...query },
          body,
        }),
      );
    },

    publish: async (seen: Seen): Promise<AnyItem | null> =>
      item && ask((query) => publishItemDraft(name, item.id, seen, query)),

    findConflict: async (state: EditorState, error: unknown, call: Call | null) => {
      const conflict = conflictOf(state, error, call);
      if (!item || (conflict?.of !== 'publish' && conflict?.of !== 'base')) return conflict;
      // The waiting draft's base tells both sides' changes apart; without it every difference counts as both's.
      const base = await readBaseRevision(collection, item.id, draft?.baseVersion ?? 0).catch(
        () => ({}),
      );
      return { ...conflict, base };
    },
  };
};
