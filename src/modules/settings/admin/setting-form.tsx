import { type ReactNode, useState } from 'react';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { useLeaveGuard } from '#admin/editor/use-leave-guard.ts';
import { LinkedPanel } from '#admin/parts/linked-panel.tsx';
import { toastDone } from '#admin/toast.ts';
import { useFormSend } from '#admin/use-form-send.ts';
import { Button } from '#ui/button.tsx';
import { type Change, type Save, type Settings, sayFailure } from './use-settings.ts';

type Name = Exclude<keyof Settings & keyof Change, 'feeds'>;

/** Values that were typed over the stored ones; null takes one away. */
type Typed = Partial<Record<Name, string | null>>;

export interface SettingField {
  name: Name;
  label: string;
  help?: string;
  placeholder?: string;
}

const BY_ENVIRONMENT = 'Set by the environment of the server.';

/** The note below a secret: whether there is one, and never the secret. */
const sayState = ({ isSet, isLost }: Settings['aiKey']) => {
  if (isLost) return 'Stored, but the key that opened it is gone: type it again.';
  return isSet ? 'Stored, and never shown again. Type another one to replace it.' : 'Not set.';
};

interface FieldProps {
  field: SettingField;
  settings: Settings;
  typed: string | null | undefined;
  /** Somebody else has changed what was typed over. */
  isOvertaken: boolean;
  onType: (text: string | null | undefined) => void;
  error: string | undefined;
}

function Field({ field, settings, typed, isOvertaken, onType, error }: FieldProps) {
  const { name, label, help, placeholder } = field;
  const value = settings[name];
  const isFixed = settings.fixed.includes(name);
  const secret = typeof value === 'object' ? value : null;
  const stored = typeof value === 'string' ? value : '';
  const notes = [
    help,
    secret && sayState(secret),
    isFixed && BY_ENVIRONMENT,
    isOvertaken &&
      !secret &&
      typed !== stored &&
      `Somebody else set it to: ${stored || 'nothing'}.`,
  ];
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
            value={typed === undefined ? stored : (typed ?? '')}
            onChange={({ target }) => onType(target.value === stored ? undefined : target.value)}
            className="field"
          />
          {mayRemove && (
            <label className="mt-1 flex min-h-6 items-center gap-2 text-xs">
              <input
                type="checkbox"
                checked={typed === null}
                onChange={({ target }) => onType(target.checked ? null : undefined)}
                className="accent-accent-fill"
              />
              Take it away: {label.toLowerCase()}
            </label>
          )}
        </>
      )}
    </FieldFrame>
  );
}

interface SettingFormProps {
  id: string;
  title: string;
  lead: string;
  fields: readonly SettingField[];
  settings: Settings;
  save: Save;
  /** Beside the button that saves; it works with what is stored. */
  children?: ReactNode;
}

/** Some of the settings in one form: what was typed is sent, and the rest follows what is stored. */
export function SettingForm(props: SettingFormProps) {
  const { id, title, lead, fields, settings, save, children } = props;
  const { errors, send } = useFormSend(sayFailure);
  const [typed, setTyped] = useState<Typed>({});
  const isTyped = Object.values(typed).some((text) => text !== undefined);
  const [before, setBefore] = useState(settings);
  if (!isTyped && before !== settings) setBefore(settings);
  useLeaveGuard(isTyped);
  const submit = send(async () => {
    await save(typed);
    setTyped({});
    toastDone(`${title}: saved`);
  });
  return (
    <LinkedPanel id={id} title={title} headingLevel="h3">
      <p className="mb-4 max-w-measure text-sm text-soft">{lead}</p>
      <form noValidate aria-label={title} onSubmit={submit} className="grid max-w-measure gap-4">
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            settings={settings}
            typed={typed[field.name]}
            isOvertaken={
              typed[field.name] !== undefined && before[field.name] !== settings[field.name]
            }
            onType={(text) => setTyped((now) => ({ ...now, [field.name]: text }))}
            error={errors[field.name]}
          />
        ))}
        <div className="flex flex-wrap items-center gap-3">
          {fields.some(({ name }) => !settings.fixed.includes(name)) && (
            <Button type="submit" variant="primary">
              Save<span className="sr-only"> {title}</span>
            </Button>
          )}
          {children && isTyped ? (
            <p className="text-sm text-soft">Save first, then try.</p>
          ) : (
            children
          )}
        </div>
      </form>
    </LinkedPanel>
  );
}
