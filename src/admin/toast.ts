import { type ToastInput, toast } from '#ui/toast/toast-store.ts';
import { messageOf } from './api/problems.ts';

export { toast };

export const doneNotice = (description: string) => ({ title: 'Success', description });

export const toastDone = (description: string) => toast(doneNotice(description));

export const toastError = (description: string) =>
  toast({ title: 'Error', description, variant: 'destructive' });

/**
 * The words for a result, or the whole notice where 'Success' is not its title; null for none. Nothing is said of a
 * result that is null: the person said no.
 */
export type Done<T> = string | ((made: T) => string | ToastInput | null);
/** Of work that gives its own words. */
export const sayGiven = (given: unknown) => (typeof given === 'string' ? given : null);
/** The words for a failure; a text goes before its reason. */
export type Failed = string | ((error: unknown) => string);

/** Does something, tells its outcome, and resolves to whether it came about: not where the work gives null. */
export const toastOutcome = async <T>(
  work: () => Promise<T>,
  done: Done<T>,
  failed: Failed = messageOf,
): Promise<boolean> => {
  try {
    const made = await work();
    if (made === null) return false;
    const told = typeof done === 'string' ? done : done(made);
    if (told !== null) toast(typeof told === 'string' ? doneNotice(told) : told);
    return true;
  } catch (error) {
    toastError(typeof failed === 'string' ? `${failed}: ${messageOf(error)}` : failed(error));
    return false;
  }
};

/** Copies a text; `failed` where the browser does not let it. */
export const copyText = (text: string, done: string, failed: string) =>
  toastOutcome(
    () => navigator.clipboard.writeText(text),
    done,
    () => failed,
  );
