import { useHydrated } from '@tanstack/react-router';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ZodType } from 'zod';
import { type FieldErrors, serverMessage } from '#admin/api/problems.ts';

/** The schema's errors by field; none when the form may be sent. */
export const formProblems = (schema: ZodType, values: unknown): FieldErrors => {
  const result = schema.safeParse(values);
  if (result.success) return {};
  const problems: FieldErrors = {};
  for (const { path, message } of result.error.issues) problems[String(path[0])] ??= message;
  return problems;
};

/** A form's current texts, typed or filled in by the browser. */
const formTexts = (form: FormData): Record<string, string> =>
  Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));

/**
 * Props of a form that only script can send: submitted before hydration, it is marked by the script that starts the app
 * (`defer-scripts.server.ts`), and sent once hydrated. It posts, so that no password ever stands in an address.
 */
const useEarlySubmit = (send: (form: FormData) => Promise<void>) => {
  const ref = useRef<HTMLFormElement>(null);
  const isHydrated = useHydrated();
  const first = useRef(send);
  useEffect(() => {
    const form = ref.current;
    if (form?.dataset.early === 'sent') void first.current(new FormData(form));
  }, []);
  return {
    ref,
    method: 'post',
    'data-early': isHydrated ? undefined : '',
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      void send(new FormData(event.currentTarget));
    },
  } as const;
};

interface AuthFormOptions<Values> {
  schema: ZodType<Values>;
  /** Of the one-time link that led here. */
  token?: string;
  send: (values: Values) => Promise<unknown>;
  onSignedIn?: () => void;
  /** Said when the server gives no reason. */
  fallback: string;
  /** Whether a refusal only asks for more than these texts. */
  asksMore?: (error: unknown, texts: Partial<Record<string, string>>) => boolean;
  /** Said before anything is sent. */
  failure?: string | null;
}

/** A form that signs the user in: by a password, or by a one-time link that sets one. */
export const useAuthForm = <Values>(options: AuthFormOptions<Values>) => {
  const { schema, token, send, fallback, asksMore } = options;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState(options.failure ?? null);
  const [isPending, setIsPending] = useState(false);

  const submit = async (sent: FormData) => {
    if (isPending) return;
    const { repeated, ...texts } = formTexts(sent);
    const values = token === undefined ? texts : { token, ...texts };
    const problems = formProblems(schema, values);
    if (repeated !== undefined && texts.password !== repeated)
      problems.repeated = 'The two passwords differ';
    setErrors(problems);
    setFailure(problems.token ?? null);
    if (Object.keys(problems).length > 0) return;
    setIsPending(true);
    try {
      await send(schema.parse(values));
      if (options.onSignedIn) options.onSignedIn();
      else window.location.assign('/admin');
    } catch (error) {
      setFailure(asksMore?.(error, texts) ? null : (serverMessage(error) ?? fallback));
      setIsPending(false);
    }
  };

  return { form: useEarlySubmit(submit), errors, failure, setFailure, isPending };
};
