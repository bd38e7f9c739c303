import { type FormEvent, useState } from 'react';
import { type FieldErrors, fieldErrorsOf, messageOf } from './api/problems.ts';
import { toastError } from './toast.ts';

/** Sends a form whose inputs keep their own text, and holds the errors of its fields; any other failure is toasted. */
export const useFormSend = (sayFailure: (failure: unknown) => string = messageOf) => {
  const [errors, setErrors] = useState<FieldErrors>({});
  const send =
    (work: (read: (name: string) => string, form: HTMLFormElement) => Promise<unknown>) =>
    async (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      const form = event.currentTarget;
      const sent = new FormData(form);
      setErrors({});
      try {
        await work((name) => String(sent.get(name)), form);
      } catch (failure) {
        const problems = fieldErrorsOf(failure);
        setErrors(problems);
        const isShown = Object.keys(problems).some((name) => form.elements.namedItem(name));
        if (!isShown) toastError(sayFailure(failure));
      }
    };
  return { errors, send };
};
