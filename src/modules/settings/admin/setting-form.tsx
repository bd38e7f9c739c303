import type { ReactNode } from 'react';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { toastDone } from '#admin/toast.ts';
import { useFormSend } from '#admin/use-form-send.ts';
import { Button } from '#ui/button.tsx';
import { Panel } from '#ui/panel.tsx';
import { type Change, type Save, type Settings, sayFailure } from './use-settings.ts';

type Name = Exclude<keyof Settings & keyof Change, 'feeds'>;

export interface SettingField {
  name: Name;
  label: string;
  help?: string;
  placeholder?: string;
}

const BY_ENVIRONMENT = 'Set by the environment of the server.';
const REMOVE = 'remove-';

/** What stands below a secret: whether there is one, and never the secret. */
const sayState = ({ isSet, isLost }: Settings['aiKey']) => {
  if (isLost) return 'Stored, but the key that opened it is gone: type it again.';
  return isSet ? 'Stored, and never shown again. Type another one to replace it.' : 'Not set.';
};

interface FieldProps {
  field: SettingField;
  settings: Settings;
  error: string | undefined;
}

function Field({ field: { name, label, help, placeholder }, settings, error }: FieldProps) {
  const value = settings[name];
  const isFixed = settings.fixed.includes(name);
  const secret = typeof value === 'object' ? value : null;
  const notes = [help, secret && sayState(secret), isFixed && BY_ENVIRONMENT];
  const mayRemove = secret !== null && !isFixed && (secret.isSet || secret.isLost);
  return (
    <FieldFrame label={label} help={notes.filter(Boolean).join(' ')} error={error}>
      {(ids) => (
        <>
          <input
            {...ids}
            type={secret ? 'password' : 'text'}
            name={name}
            autoComplete={secret ? 'new-password' : 'off'}
            spellCheck={false}
            readOnly={isFixed}
            placeholder={placeholder}
            defaultValue={typeof value === 'string' ? value : ''}
            className="field"
          />
          {mayRemove && (
            <label className="mt-1 flex min-h-6 items-center gap-2 text-xs">
              <input type="checkbox" name={REMOVE + name} className="accent-accent-fill" />
              Take it away: {label.toLowerCase()}
            </label>
          )}
        </>
      )}
    </FieldFrame>
  );
}

interface SettingFormProps {
  title: string;
  lead: string;
  fields: readonly SettingField[];
  settings: Settings;
  save: Save;
  /** Beside the button that saves. */
  children?: ReactNode;
}

/** Some of the settings in one form; what the environment sets is shown and cannot be changed. */
export function SettingForm({ title, lead, fields, settings, save, children }: SettingFormProps) {
  const { errors, send } = useFormSend(sayFailure);
  const open = fields.filter(({ name }) => !settings.fixed.includes(name));
  const submit = send(async (read, form) => {
    const change: Change = {};
    for (const { name } of open) {
      const isSecret = typeof settings[name] === 'object';
      const isRemoved = isSecret && read(REMOVE + name) === 'on';
      if (isRemoved) change[name] = null;
      else if (!isSecret || read(name) !== '') change[name] = read(name);
    }
    await save(change);
    // What was a secret is not left in the page.
    for (const input of form.querySelectorAll('input')) {
      if (input.type === 'password') input.value = '';
      if (input.type === 'checkbox') input.checked = false;
    }
    toastDone(`${title}: saved`);
  });
  return (
    <Panel title={title} headingLevel="h3">
      <p className="mb-4 max-w-measure text-sm text-soft">{lead}</p>
      <form
        noValidate
        aria-label={title}
        onSubmit={(event) => void submit(event)}
        className="grid max-w-measure gap-4"
      >
        {fields.map((field) => (
          <Field key={field.name} field={field} settings={settings} error={errors[field.name]} />
        ))}
        <div className="flex flex-wrap items-center gap-3">
          {open.length > 0 && (
            <Button type="submit" variant="primary">
              Save<span className="sr-only"> {title}</span>
            </Button>
          )}
          {children}
        </div>
      </form>
    </Panel>
  );
}
