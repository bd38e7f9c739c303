import { type ReactNode, useState } from 'react';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { useLeaveGuard } from '#admin/editor/use-leave-guard.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { LinkedPanel } from '#admin/parts/linked-panel.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';
import { toastDone } from '#admin/toast.ts';
import { FeedsPanel } from './feeds-panel.tsx';
import { type Save, type Settings, sayFailure, useSettings } from './use-settings.ts';

const FIELDS = [
  { name: 'siteName', label: 'Name of the site', help: undefined },
  { name: 'publisher', label: 'Publisher', help: 'Who publishes this site.' },
  { name: 'contactEmail', label: 'Contact address', help: 'Where readers write to.' },
] as const;

type SettingField = (typeof FIELDS)[number];

/** Values that were typed over the stored ones. */
type Typed = Partial<Record<SettingField['name'], string>>;

interface FieldProps {
  field: SettingField;
  stored: string;
  typed: string | undefined;
  /** The stored value when it was typed over. */
  before: string;
  onType: (text: string | undefined) => void;
}

function Field({ field, stored, typed, before, onType }: FieldProps) {
  const { name, label, help } = field;
  const isOvertaken = typed !== undefined && before !== stored && typed !== stored;
  const notes = [help, isOvertaken && `Somebody else set it to: ${stored || 'nothing'}.`];
  return (
    <FormInput
      name={name}
      label={label}
      help={notes.filter(Boolean).join(' ')}
      autoComplete="off"
      spellCheck={false}
      value={typed ?? stored}
      onChange={({ target }) => onType(target.value === stored ? undefined : target.value)}
    />
  );
}

/** What was typed is sent, and the rest follows what is stored. */
function SiteForm({ settings, save }: { settings: Settings; save: Save }) {
  const [typed, setTyped] = useState<Typed>({});
  const isTyped = Object.values(typed).some((text) => text !== undefined);
  const [before, setBefore] = useState(settings);
  if (!isTyped && before !== settings) setBefore(settings);
  useLeaveGuard(isTyped);
  return (
    <LinkedPanel id="site" title="Site" headingLevel="h3">
      <p className="mb-4 max-w-measure text-sm text-soft">
        The name is on pages, in feeds and in e-mails; publisher and contact are on the contact
        page.
      </p>
      <SendForm
        aria-label="Site"
        className="grid max-w-measure gap-4"
        action={
          <>
            Save<span className="sr-only"> Site</span>
          </>
        }
        variant="primary"
        sayFailure={sayFailure}
        onSend={async () => {
          await save(typed);
          setTyped({});
          toastDone('Site: saved');
        }}
      >
        {FIELDS.map((field) => (
          <Field
            key={field.name}
            field={field}
            stored={settings[field.name] ?? ''}
            typed={typed[field.name]}
            before={before[field.name] ?? ''}
            onType={(text) => setTyped((now) => ({ ...now, [field.name]: text }))}
          />
        ))}
      </SendForm>
    </LinkedPanel>
  );
}

/** What the server is given keys for, and how it is set up. */
const listIntegrations = ({ integrations: { ai, pictures, mail } }: Settings) => [
  {
    name: 'AI service',
    use: 'For rewriting, SEO texts and further reading.',
    state: ai && `Model ${ai}`,
  },
  {
    name: 'Picture search',
    use: 'Editors search Unsplash for pictures.',
    state: pictures && 'Set up',
  },
  {
    name: 'Mail',
    use: 'For invitations, mentions and answers to readers.',
    state: mail && `Sender ${mail}`,
  },
];

function IntegrationsPanel({ settings }: { settings: Settings }) {
  return (
    <LinkedPanel id="integrations" title="Integrations" headingLevel="h3">
      <p className="mb-4 max-w-measure text-sm text-soft">
        Keys and passwords are kept on the server alone: the person who runs it sets these up.
      </p>
      <dl className="grid gap-3 text-sm">
        {listIntegrations(settings).map(({ name, use, state }) => (
          <div key={name}>
            <dt className="font-medium">{name}</dt>
            <dd className="text-xs text-soft">{use}</dd>
            <dd className="text-xs wrap-anywhere text-faint">{state || 'Not set up.'}</dd>
          </div>
        ))}
      </dl>
    </LinkedPanel>
  );
}

/** The owners' settings: the site and its feeds, what the server has keys for, and the jobs that the site does by itself. */
export function SettingsScreen({ jobs }: { jobs: ReactNode }) {
  const { data: settings, error, save } = useSettings();
  return (
    <TabFrame
      title="Settings"
      lead="A change takes effect at once."
      what="The settings"
      error={error}
      count={settings ? null : undefined}
    >
      <div className="mt-8 grid gap-10">
        {settings && (
          <>
            <SiteForm settings={settings} save={save} />
            <FeedsPanel feeds={settings.feeds} save={save} />
            <IntegrationsPanel settings={settings} />
          </>
        )}
        {(settings || error) && jobs}
      </div>
    </TabFrame>
  );
}
