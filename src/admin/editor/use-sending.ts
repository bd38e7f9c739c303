import { useRef, useState } from 'react';
import { questionOf } from '#admin/api/problems.ts';
import { useConfirm } from '#admin/confirm/use-confirm.ts';

/** Says that a person was asked and wants it. */
export type Confirmation = { confirm?: 'true' };

/** The way of a form to the server: one thing at a time, and a person is asked where the server asks. */
export const useSending = () => {
  const confirm = useConfirm();
  const busy = useRef(false);
  const [isSaving, setIsSaving] = useState(false);

  const ask = async <T>(request: (query: Confirmation) => Promise<T>): Promise<T | null> => {
    try {
      return await request({});
    } catch (error) {
      const question = questionOf(error);
      if (!question) throw error;
      return (await confirm(question)) ? request({ confirm: 'true' }) : null;
    }
  };

  /** Resolves to null when it did not come about. */
  const run = async <T>(
    work: () => Promise<T | null>,
    fail: (error: unknown) => void,
  ): Promise<T | null> => {
    if (busy.current) return null;
    busy.current = true;
    setIsSaving(true);
    try {
      return await work();
    } catch (error) {
      fail(error);
      return null;
    } finally {
      busy.current = false;
      setIsSaving(false);
    }
  };

  return { isSaving, isBusy: () => busy.current, ask, run };
};
