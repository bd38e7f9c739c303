import { createContext, type ReactNode, use } from 'react';

export interface Question {
  title: string;
  text: string;
  /** Label of the button that goes on, e.g. 'Delete'. */
  action: string;
  /** Label of the other button. */
  cancel?: string;
  tone?: 'danger' | 'plain';
  /** Between the text and the buttons. */
  details?: ReactNode;
}

export type Confirm = (question: Question) => Promise<boolean>;

export const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false));

/** Asks the user, and resolves to the choice; closing the dialog means no. */
export const useConfirm = (): Confirm => use(ConfirmContext);

export const deleteQuestion = (title: string): Question => ({
  title: 'Delete',
  text: `Are you sure you want to delete "${title}"?`,
  action: 'Delete',
  tone: 'danger',
});
