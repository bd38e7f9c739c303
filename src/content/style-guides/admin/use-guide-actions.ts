import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { refreshCollection } from '#admin/api/admin-queries.ts';
import { deleteQuestion, useConfirm } from '#admin/confirm/use-confirm.ts';
import { sayError, toast } from '#admin/toast.ts';
import type { StyleGuide } from '#content/style-guides/style-guides.collection.ts';

/** Activating and deleting style guides, with the spec's words about it. */
export const useGuideActions = () => {
  const queryClient = useQueryClient();
  const confirm = useConfirm();
  const [busyId, setBusyId] = useState<number | null>(null);

  const run = async (
    guide: StyleGuide,
    work: () => Promise<unknown>,
    done: string,
    failed: string,
  ) => {
    setBusyId(guide.id);
    try {
      await work();
      toast({ title: done, description: guide.name });
      await refreshCollection(queryClient, 'style-guides');
    } catch {
      sayError(failed);
    } finally {
      setBusyId(null);
    }
  };

  const activate = (guide: StyleGuide) =>
    run(
      guide,
      () => adminSend('POST', '/api/style-guides/{id}/activate', { params: { id: guide.id } }),
      'Style Guide Activated',
      'Failed to activate style guide',
    );

  const remove = async (guide: StyleGuide) => {
    if (!(await confirm(deleteQuestion(guide.name)))) return;
    await run(
      guide,
      () => adminSend('DELETE', '/api/style-guides/{id}', { params: { id: guide.id } }),
      'Style Guide Deleted',
      'Failed to delete style guide',
    );
  };

  return { busyId, activate, remove };
};
