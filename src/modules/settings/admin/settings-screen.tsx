import type { ReactNode } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { TabFrame } from '#admin/list/tab-frame.tsx';
import { Note } from '#ui/note.tsx';
import { FeedsPanel } from './feeds-panel.tsx';
import { type SettingField, SettingForm } from './setting-form.tsx';
import { TryButton } from './try-button.tsx';
import { useSettings } from './use-settings.ts';

const SITE: readonly SettingField[] = [
  { name: 'siteName', label: 'Name of the site' },
  { name: 'publisher', label: 'Publisher', help: 'Who publishes this site.' },
  { name: 'contactEmail', label: 'Contact address', help: 'Where readers write to.' },
];
const AI: readonly SettingField[] = [
  { name: 'aiUrl', label: 'Address of the service', placeholder: 'https://api.example.com/v1' },
  { name: 'aiModel', label: 'Model' },
  { name: 'aiKey', label: 'Key of the service' },
];
const PICTURES: readonly SettingField[] = [
  { name: 'picturesKey', label: 'Access key of Unsplash' },
];
const MAIL: readonly SettingField[] = [
  { name: 'mailServer', label: 'Mail server', placeholder: 'smtp://mail.example.com:587' },
  { name: 'mailUser', label: 'User name' },
  { name: 'mailPassword', label: 'Password' },
  { name: 'mailFrom', label: 'Sender', placeholder: 'Desk <desk@example.com>' },
];

/** The owners' settings: the site, its feeds, its services and its mail; and the jobs that the site does by itself. */
export function SettingsScreen({ jobs }: { jobs: ReactNode }) {
  const { data: settings, error, save } = useSettings();
  const stored = settings && { settings, save };
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
        {stored && (
          <>
            <SettingForm
              {...stored}
              id="site"
              title="Site"
              lead="The name is on pages, in feeds and in letters; publisher and contact are on the contact page."
              fields={SITE}
            />
            <FeedsPanel feeds={stored.settings.feeds} save={save} />
            <SettingForm
              {...stored}
              id="ai-service"
              title="AI service"
              lead="An OpenAI-compatible service for rewriting, SEO texts and evidence. Its key is sent to its own address only: with another address it is typed again."
              fields={AI}
            >
              <TryButton label="Try it" run={() => adminSend('POST', '/api/settings/ai/try')} />
            </SettingForm>
            <SettingForm
              {...stored}
              id="picture-search"
              title="Picture search"
              lead="Editors search Unsplash for pictures."
              fields={PICTURES}
            />
            <SettingForm
              {...stored}
              id="mail"
              title="Mail"
              lead="Invitations and answers to readers are sent by it."
              fields={MAIL}
            >
              <TryButton
                label="Send a test to my address"
                run={() => adminSend('POST', '/api/settings/mail/try')}
              />
            </SettingForm>
          </>
        )}
        {(settings || error) && jobs}
      </div>
    </TabFrame>
  );
}
