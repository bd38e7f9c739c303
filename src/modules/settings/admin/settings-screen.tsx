import { type ComponentProps, type ReactNode, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { useLeaveGuard } from '#admin/editor/use-leave-guard.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { LinkedPanel } from '#admin/parts/linked-panel.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';
import { toastDone } from '#admin/toast.ts';
import { Note } from '#ui/note.tsx';
import { FeedsPanel } from './feeds-panel.tsx';
import { TryButton } from './try-button.tsx';
import { type Change, type Save, type Settings, sayFailure, useSettings } from './use-settings.ts';

type Name = Exclude<keyof Settings & keyof Change, 'feeds'>;

/** Values that were typed over the stored ones; null takes one away. */
type Typed = Partial<Record<Name, string | null>>;

interface SettingField {
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
  /** As it was when it was typed over. */
  before: Settings;
  onType: (text: string | null | undefined) => void;
}

function Field({ field, settings, typed, before, onType }: FieldProps) {
  const { help, ...input } = field;
  const { name, label } = input;
  const value = settings[name];
  const isFixed = settings.fixed.includes(name);
  const secret = typeof value === 'object' ? value : null;
  const stored = typeof value === 'string' ? value : '';
  const isOvertaken = typed !== undefined && before[name] !== value && !secret && typed !== stored;
  const notes = [
    help,
    secret && sayState(secret),
    isFixed && BY_ENVIRONMENT,
    isOvertaken && `Somebody else set it to: ${stored || 'nothing'}.`,
  ];
  return (
    <div>
      <FormInput
        {...input}
        help={notes.filter(Boolean).join(' ')}
        type={secret ? 'password' : 'text'}
        autoComplete={secret ? 'new-password' : 'off'}
        spellCheck={false}
        readOnly={isFixed}
        value={typed === undefined ? stored : (typed ?? '')}
        onChange={({ target }) => onType(target.value === stored ? undefined : target.value)}
      />
      {secret && !isFixed && (secret.isSet || secret.isLost) && (
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
    </div>
  );
}

interface SettingFormProps extends Section {
  settings: Settings;
  save: Save;
}

/** Some of the settings in one form: what was typed is sent, and the rest follows what is stored. */
function SettingForm(props: SettingFormProps) {
  const { id, title, lead, fields, attempt, settings, save } = props;
  const [typed, setTyped] = useState<Typed>({});
  const isTyped = Object.values(typed).some((text) => text !== undefined);
  const [before, setBefore] = useState(settings);
  if (!isTyped && before !== settings) setBefore(settings);
  useLeaveGuard(isTyped);
  const mayChange = fields.some(({ name }) => !settings.fixed.includes(name));
  return (
    <LinkedPanel id={id} title={title} headingLevel="h3">
      <p className="mb-4 max-w-measure text-sm text-soft">{lead}</p>
      <SendForm
        aria-label={title}
        className="grid max-w-measure gap-4"
        action={
          mayChange && (
            <>
              Save<span className="sr-only"> {title}</span>
            </>
          )
        }
        variant="primary"
        beside={
          attempt && isTyped ? (
            <p className="text-sm text-soft">Save first, then try.</p>
          ) : (
            attempt && <TryButton {...attempt} />
          )
        }
        sayFailure={sayFailure}
        onSend={async () => {
          await save(typed);
          setTyped({});
          toastDone(`${title}: saved`);
        }}
      >
        {fields.map((field) => (
          <Field
            key={field.name}
            field={field}
            settings={settings}
            typed={typed[field.name]}
            before={before}
            onType={(text) => setTyped((now) => ({ ...now, [field.name]: text }))}
          />
        ))}
      </SendForm>
    </LinkedPanel>
  );
}

interface Section {
  id: string;
  title: string;
  lead: string;
  fields: readonly SettingField[];
  /** Tries what is stored. */
  attempt?: Pick<ComponentProps<typeof TryButton>, 'label' | 'run'>;
}

const SITE: Section = {
  id: 'site',
  title: 'Site',
  lead: 'The name is on pages, in feeds and in letters; publisher and contact are on the contact page.',
  fields: [
    { name: 'siteName', label: 'Name of the site' },
    { name: 'publisher', label: 'Publisher', help: 'Who publishes this site.' },
    { name: 'contactEmail', label: 'Contact address', help: 'Where readers write to.' },
  ],
};
const SERVICES: readonly Section[] = [
  {
    id: 'ai-service',
    title: 'AI service',
    lead: 'An OpenAI-compatible service for rewriting, SEO texts and evidence. Its key is sent to its own address only: with another address it is typed again.',
    fields: [
      { name: 'aiUrl', label: 'Address of the service', placeholder: 'https://api.example.com/v1' },
      { name: 'aiModel', label: 'Model' },
      { name: 'aiKey', label: 'Key of the service' },
    ],
    attempt: { label: 'Try it', run: () => adminSend('POST', '/api/settings/ai/try') },
  },
  {
    id: 'picture-search',
    title: 'Picture search',
    lead: 'Editors search Unsplash for pictures.',
    fields: [{ name: 'picturesKey', label: 'Access key of Unsplash' }],
  },
  {
    id: 'mail',
    title: 'Mail',
    lead: 'Invitations and answers to readers are sent by it.',
    fields: [
      { name: 'mailServer', label: 'Mail server', placeholder: 'smtp://mail.example.com:587' },
      { name: 'mailUser', label: 'User name' },
      { name: 'mailPassword', label: 'Password' },
      { name: 'mailFrom', label: 'Sender', placeholder: 'Desk <desk@example.com>' },
    ],
    attempt: {
      label: 'Send a test to my address',
      run: () => adminSend('POST', '/api/settings/mail/try'),
    },
  },
];

/** The owners' settings: the site, its feeds, its services and its mail; and the jobs that the site does by itself. */
export function SettingsScreen({ jobs }: { jobs: ReactNode }) {
  const { data: settings, error, save } = useSettings();
  return (
    <TabFrame
      title="Settings"
      lead="A change takes effect at once. What the environment of the server sets wins, and is changed there. Keys and passwords are stored encrypted and are in no backup."
      what="The settings"
      error={error}
      count={settings ? null : undefined}
      tools={
        settings &&
        !settings.keepsSecrets && (
          <Note>
            Keys and passwords cannot be stored yet: this installation has no key to encrypt them
            with. Whoever runs the server sets SECRETS_KEY.
          </Note>
        )
      }
    >
      <div className="mt-8 grid gap-10">
        {settings && (
          <>
            <SettingForm {...SITE} settings={settings} save={save} />
            <FeedsPanel feeds={settings.feeds} save={save} />
            {SERVICES.map((service) => (
              <SettingForm key={service.id} {...service} settings={settings} save={save} />
            ))}
          </>
        )}
        {(settings || error) && jobs}
      </div>
    </TabFrame>
  );
}
