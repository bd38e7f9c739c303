import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { allCollections } from '#admin/collections.ts';
import { ChoiceInput } from '#admin/editor/fields/choice-input.tsx';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { ShownOnce } from '#admin/parts/shown-once.tsx';
import { useFormSend } from '#admin/use-form-send.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { ROLE_WORDS } from '#modules/people/admin/role-words.ts';
import { Button } from '#ui/button.tsx';
import { TOKEN_ROLES } from '../tokens.schema.ts';

type Made = ResponseOf<'POST', '/api/tokens'>;

const ROLES = TOKEN_ROLES.map((value) => ({ value, label: ROLE_WORDS[value].name }));
const SCOPES = [
  { value: 'all', label: 'All content types' },
  { value: 'chosen', label: 'Chosen ones' },
];

const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Makes a token, which is shown once. */
export function TokenForm({ onMade }: { onMade: () => void }) {
  const { errors, send } = useFormSend();
  const [made, setMade] = useState<Made | null>(null);
  const [scope, setScope] = useState('all');

  const make = send(async (read, form) => {
    const role = TOKEN_ROLES.find((one) => one === read('role'));
    if (!role) return;
    const types = scope === 'all' ? null : new FormData(form).getAll('types').map(String);
    const body = { name: read('name'), role, types, expiresAt: read('expiresAt') };
    setMade(await adminSend('POST', '/api/tokens', { body }));
    form.reset();
    setScope('all');
    onMade();
  });

  return (
    <>
      <form noValidate onSubmit={make} className="grid items-start gap-4 sm:grid-cols-2">
        <FormInput
          label="Name"
          name="name"
          maxLength={60}
          autoComplete="off"
          help="As the activity will name it"
          error={errors.name}
        />
        <FormInput
          label="Role"
          name="role"
          defaultValue="viewer"
          options={ROLES}
          error={errors.role}
        />
        <FormInput
          label="Last day"
          type="date"
          name="expiresAt"
          defaultValue={inDays(90)}
          min={inDays(0)}
          max={inDays(365)}
          help="A year from now at the latest"
          error={errors.expiresAt}
        />
        <ChoiceInput
          label="Content types"
          value={scope}
          options={SCOPES}
          onChange={setScope}
          error={errors.types}
        />
        {scope === 'chosen' && (
          <fieldset className="grid gap-x-6 gap-y-2 text-sm sm:col-span-2 sm:grid-cols-3">
            <legend className="sr-only">Chosen content types</legend>
            {allCollections().map(({ name, label }) => (
              <label key={name} className="flex min-h-6 items-center gap-2">
                <input type="checkbox" name="types" value={name} className="accent-accent-fill" />
                {label.many}
              </label>
            ))}
          </fieldset>
        )}
        <Button type="submit" variant="primary" className="justify-self-start">
          Make the token
        </Button>
      </form>
      {made && (
        <ShownOnce
          name="token"
          value={made.token}
          text={`The token of ${made.name} is shown only now. Keep it like a password.`}
        />
      )}
    </>
  );
}
