import { useState } from 'react';
import type { ZodType } from 'zod';
import { type FieldErrors, serverMessage } from '#admin/api/problems.ts';
import { formProblems, formTexts } from './form-problems.ts';
import { useEarlySubmit } from './use-early-submit.ts';

interface TokenFormOptions<Values> {
  /** Of the one-time link that led here. */
  token: string;
  schema: ZodType<Values>;
  send: (values: Values) => Promise<unknown>;
  /** Said when the server gives no reason. */
  fallback: string;
}

/** The form of a one-time link that sets a password and signs the user in. */
export const useTokenForm = <Values>(options: TokenFormOptions<Values>) => {
  const { token, schema, send, fallback } = options;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<string | null>(null);
  const [isPending, setIsPending] = useState(false);

  const submit = async (sent: FormData) => {
    if (isPending) return;
    const { repeated, ...texts } = formTexts(sent);
    const values = { token, ...texts };
    const problems = formProblems(schema, values);
    if (texts.password !== repeated) problems.repeated = 'The two passwords differ';
    setErrors(problems);
    setFailure(problems.token ?? null);
    if (Object.keys(problems).length > 0) return;
    setIsPending(true);
    try {
      await send(schema.parse(values));
      window.location.assign('/admin');
    } catch (error) {
      setFailure(serverMessage(error) ?? fallback);
      setIsPending(false);
    }
  };

  return { form: useEarlySubmit(submit), errors, failure, isPending };
};
