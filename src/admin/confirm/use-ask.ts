import { questionOf } from '#admin/api/problems.ts';
import { useConfirm } from './use-confirm.ts';

/** Says that a person was asked and wants it. */
export type Confirmation = { confirm?: 'true' };

/**
 * Sends a request, and once more confirmed where the server asks first; null when the user says no. A title names the
 * item in the question, where that is one of several.
 */
export const useAsk = () => {
  const confirm = useConfirm();
  return async <T>(
    request: (query: Confirmation) => Promise<T>,
    title?: string,
  ): Promise<T | null> => {
    try {
      return await request({});
    } catch (error) {
      const question = questionOf(error);
      if (!question) throw error;
      const text = title === undefined ? question.text : `“${title}”: ${question.text}`;
      return (await confirm({ ...question, text })) ? request({ confirm: 'true' }) : null;
    }
  };
};
