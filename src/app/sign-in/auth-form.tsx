import { useHydrated } from '@tanstack/react-router';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ZodType } from 'zod';
import { type FieldErrors, serverMessage } from '#admin/api/problems.ts';
import { type FormInputProps, FormInputs } from '#admin/editor/fields/form-input.tsx';
import { FieldErrorsContext } from '#admin/use-form-send.ts';
import { newPassword } from '#modules/auth/account-fields.ts';
import { Button } from '#ui/button.tsx';
import { Container } from '#ui/container.tsx';

/** The schema's errors by field; none when the form may be sent. */
export const formProblems = (schema: ZodType, values: unknown): FieldErrors => {
  const problems: FieldErrors = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? [])
    problems[String(path[0])] ??= message;
  return problems;
};

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

interface AuthFormProps<Values> {
  title: string;
  action: string;
  /** On the button while it is sent. */
  pending?: string;
  schema: ZodType<Values>;
  /** Of the one-time link that led here. */
  token?: string;
  send: (values: Values) => Promise<unknown>;
  onSignedIn?: () => void;
  /** It can be sent again. */
  stays?: boolean;
  /** Said when the server gives no reason. */
  fallback: string;
  /** Whether a refusal only asks for more than these texts. */
  asksMore?: (error: unknown, texts: Partial<Record<string, string>>) => boolean;
  /** Said before anything is sent. */
  failure?: string | null;
  before?: ReactNode;
  /** Below the form; it may say why it failed, too. */
  after?: (fail: (message: string | null) => void) => ReactNode;
  fields: readonly FormInputProps[];
}

/** A sheet with a form that signs the user in: by a password, or by a one-time link that sets one. */
export function AuthForm<Values>(props: AuthFormProps<Values>) {
  const { title, action, pending = 'Saving...', schema, token, send, fallback, asksMore } = props;
  const { onSignedIn = () => window.location.assign('/admin'), before, after, fields } = props;
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState(props.failure ?? null);
  const [isPending, setIsPending] = useState(false);

  const submit = async (sent: FormData) => {
    if (isPending) return;
    // Typed, or filled in by the browser.
    const filled = [...sent].map(([name, value]) => [name, String(value)]);
    const { repeated, ...texts }: Record<string, string> = Object.fromEntries(filled);
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
      onSignedIn();
      if (props.stays) setIsPending(false);
    } catch (error) {
      setFailure(asksMore?.(error, texts) ? null : (serverMessage(error) ?? fallback));
      setIsPending(false);
    }
  };

  return (
    <Container className="flex min-h-[70svh] items-center justify-center py-12">
      <section className="w-full max-w-md border border-rule bg-raised p-6 shadow-float sm:p-9">
        <h1 className="mb-6 text-h2 font-semibold">{title}</h1>
        {failure && (
          <p
            role="alert"
            className="mb-5 border border-danger/50 border-l-4 border-l-danger px-4 py-3 text-sm font-medium text-danger"
          >
            {failure}
          </p>
        )}
        {before}
        <form noValidate {...useEarlySubmit(submit)} className="grid gap-5">
          <FieldErrorsContext value={errors}>
            <FormInputs fields={fields} />
          </FieldErrorsContext>
          <Button type="submit" variant="primary" aria-disabled={isPending}>
            {isPending ? pending : action}
          </Button>
        </form>
        {after?.(setFailure)}
      </section>
    </Container>
  );
}

/** A new password, twice. */
export const twice = (label: string, help?: string) => [
  newPassword(label, help),
  { ...newPassword('Repeat the password'), name: 'repeated', help: '' },
];

export function AuthSpinner() {
  return (
    <div role="status" className="flex min-h-[70svh] items-center justify-center">
      <span className="size-10 animate-spin rounded-full border-2 border-line border-t-accent" />
      <span className="sr-only">Loading</span>
    </div>
  );
}
