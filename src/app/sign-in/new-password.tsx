import type { ReactNode } from 'react';
import { PasswordInput } from '#modules/auth/admin/password-input.tsx';
import { PASSWORD_MIN } from '#modules/auth/sign-in.schema.ts';
import { Button } from '#ui/button.tsx';
import { AuthAlert, AuthCard } from './auth-card.tsx';
import type { useAuthForm } from './use-auth-form.ts';

interface NewPasswordProps extends ReturnType<typeof useAuthForm> {
  title: string;
  /** Of the first password. */
  label: string;
  help?: string;
  action: string;
  /** Fields above the passwords. */
  children?: ReactNode;
}

/** A card that asks for a new password, twice. */
export function NewPassword(props: NewPasswordProps) {
  const { title, label, help = '', action, children, form, errors, failure, isPending } = props;
  return (
    <AuthCard title={title}>
      {failure && <AuthAlert>{failure}</AuthAlert>}
      <form noValidate {...form} className="grid gap-5">
        {children}
        <PasswordInput
          label={label}
          name="password"
          autoComplete="new-password"
          help={`At least ${PASSWORD_MIN} characters. ${help}`.trim()}
          error={errors.password}
        />
        <PasswordInput
          label="Repeat the password"
          name="repeated"
          autoComplete="new-password"
          error={errors.repeated}
        />
        <Button type="submit" variant="primary" aria-disabled={isPending}>
          {isPending ? 'Saving...' : action}
        </Button>
      </form>
    </AuthCard>
  );
}
