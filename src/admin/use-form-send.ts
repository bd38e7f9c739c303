import { createContext, type FormEvent, useState } from 'react';
import { type FieldErrors, fieldErrorsOf, messageOf } from './api/problems.ts';
import { toastError } from './toast.ts';

/** The server's word about each input of the form around it. */
export const FieldErrorsContext = createContext<FieldErrors>({});

export type Work = (read: (name: string) => string, form: HTMLFormElement) => Promise<unknown>;

/**
 * Sends a form whose inputs keep their own text, at a double click once, and holds the errors of its fields; any other
 * failure is toasted.
 */
export const useFormSend = (sayFailure: (failure: unknown) => string = messageOf) => {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isSending, setIsSending] = useState(false);
  const submit = async (form: HTMLFormElement, work: Work) => {
    const sent = new FormData(form);
    setErrors({});
    setIsSending(true);
    try {
      await work((name) => String(sent.get(name)), form);
    } catch (failure) {
      const problems = fieldErrorsOf(failure);
      setErrors(problems);
      const isShown = Object.keys(problems).some((name) => form.elements.namedItem(name));
      if (!isShown) toastError(sayFailure(failure));
    }
    setIsSending(false);
  };
  const send = (work: Work) => (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isSending) void submit(event.currentTarget, work);
  };
  return { errors, isSending, send };
};
