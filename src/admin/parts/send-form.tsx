import type { ComponentProps, ReactNode } from 'react';
import type { FieldErrors } from '#admin/api/problems.ts';
import { FormInputs } from '#admin/editor/fields/form-input.tsx';
import { FieldErrorsContext, useFormSend, type Work } from '#admin/use-form-send.ts';
import { Button } from '#ui/button.tsx';

interface SendFormProps extends Omit<ComponentProps<'form'>, 'action'> {
  /** On the button that sends it; without one it is only read. */
  action: ReactNode;
  variant?: 'primary';
  /** Its inputs, before what stands in it besides. */
  fields?: ComponentProps<typeof FormInputs>['fields'];
  onSend: Work;
  sayFailure?: (failure: unknown) => string;
  /** Where the server calls the inputs otherwise. */
  renamed?: (errors: FieldErrors) => FieldErrors;
  /** Beside the button. */
  beside?: ReactNode;
}

/** A form whose inputs keep their own text; each shows what the server says about it. */
export function SendForm(props: SendFormProps) {
  const { action, variant, onSend, sayFailure, renamed, beside, fields = [], ...rest } = props;
  const { children, ...form } = rest;
  const { errors, isSending, send } = useFormSend(sayFailure);
  return (
    <form noValidate className="grid max-w-md gap-4" {...form} onSubmit={send(onSend)}>
      <FieldErrorsContext value={renamed ? renamed(errors) : errors}>
        <FormInputs fields={fields} />
        {children}
      </FieldErrorsContext>
      <div className="flex flex-wrap items-center gap-3">
        {action && (
          <Button type="submit" aria-disabled={isSending} {...(variant && { variant })}>
            {action}
          </Button>
        )}
        {beside}
      </div>
    </form>
  );
}
