import { useState } from 'react';
import { type FieldErrors, fieldErrorsOf } from '#admin/api/problems.ts';
import type { FormValues } from './form-types.ts';

/** What is wrong with a form: by field, and why the last save failed. */
export const useProblems = () => {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<unknown>(null);
  /** How often something was refused, for whoever leads the person to it. */
  const [refusals, setRefusals] = useState(0);

  const refuse = (problems: FieldErrors) => {
    setErrors(problems);
    setRefusals((before) => before + 1);
  };

  return {
    errors,
    failure,
    refusals,
    refuse,
    fail: (error: unknown) => {
      setFailure(error);
      refuse(fieldErrorsOf(error));
    },
    clear: () => {
      setFailure(null);
      setErrors({});
    },
    /** Whoever writes in a field has read what was wrong with it. */
    forget: (patch: FormValues) =>
      setErrors((before) => {
        const left = Object.entries(before).filter(([key]) => !(key in patch));
        return left.length === Object.keys(before).length ? before : Object.fromEntries(left);
      }),
  };
};
