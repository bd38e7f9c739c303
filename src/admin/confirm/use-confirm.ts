import { createContext, type ReactNode, use } from 'react';

export interface Question {
  title: string;
  text: string;
  /** What the button that goes on says, e.g. 'Delete'. */
  action: string;
  /** What the button that stays says. */
  cancel?: string;
  tone?: 'danger' | 'plain';
  /** Between the text and the buttons. */
  details?: ReactNode;
}

export type Confirm = (question: Question) => Promise<boolean>;

export const ConfirmContext = createContext<Confirm>(() => Promise.resolve(false));

/** Asks a person, and resolves to what they chose; closing the dialog means no. */
export const useConfirm = (): Confirm => use(ConfirmContext);

export const deleteQuestion = (title: string): Question => ({
  title: 'Delete',
  text: `Are you sure you want to delete "${title}"?`,
  action: 'Delete',
  tone: 'danger',
});
