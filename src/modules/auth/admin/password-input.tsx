import { useState } from 'react';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { Eye, EyeOff } from '#admin/icons.ts';

interface PasswordInputProps {
  label: string;
  name: string;
  autoComplete: 'current-password' | 'new-password';
  help?: string;
  error?: string | undefined;
}

/** Keeps its own text, so that input from before the script ran is still there. */
export function PasswordInput(props: PasswordInputProps) {
  const { label, name, autoComplete, help, error } = props;
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <FieldFrame label={label} help={help} error={error}>
      {(ids) => (
        <span className="relative block">
          <input
            {...ids}
            type={isShown ? 'text' : 'password'}
            name={name}
            autoComplete={autoComplete}
            className="field pr-12"
          />
          <button
            type="button"
            aria-label={isShown ? 'Hide password' : 'Show password'}
            aria-pressed={isShown}
            onClick={() => setIsShown(!isShown)}
            className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center text-soft hover:text-ink"
          >
            <Icon aria-hidden className="size-4" />
          </button>
        </span>
      )}
    </FieldFrame>
  );
}
