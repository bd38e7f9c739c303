import { type FormEvent, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { type FieldErrors, fieldErrorsOf, messageOf } from '#admin/api/problems.ts';
import { allCollections } from '#admin/collections.ts';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { ShownOnce } from '#admin/parts/shown-once.tsx';
import { toastError } from '#admin/toast.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { ROLE_WORDS } from '#modules/people/admin/role-words.ts';
import { Button } from '#ui/button.tsx';
import { SelectBox } from '#ui/select.tsx';
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
  const [errors, setErrors] = useState<FieldErrors>({});
  const [made, setMade] = useState<Made | null>(null);
  const [scope, setScope] = useState('all');

  const make = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const sent = new FormData(form);
    const role = TOKEN_ROLES.find((one) => one === sent.get('role'));
    if (!role) return;
    setErrors({});
    try {
      const body = {
        name: String(sent.get('name')),
        role,
        types: scope === 'all' ? null : sent.getAll('types').map(String),
        expiresAt: String(sent.get('expiresAt')),
      };
      setMade(await adminSend('POST', '/api/tokens', { body }));
      form.reset();
      setScope('all');
      onMade();
    } catch (failure) {
      const problems = fieldErrorsOf(failure);
      setErrors(problems);
      if (Object.keys(problems).length === 0) toastError(messageOf(failure));
    }
  };

  return (
    <>
      <form
        noValidate
        onSubmit={(event) => void make(event)}
        className="grid items-start gap-4 sm:grid-cols-2"
      >
        <FieldFrame label="Name" error={errors.name} help="As the activity will name it">
          {(ids) => (
            <input {...ids} name="name" maxLength={60} autoComplete="off" className="field" />
          )}
        </FieldFrame>
        <FieldFrame label="Role" error={errors.role}>
          {(ids) => <SelectBox {...ids} name="role" defaultValue="viewer" options={ROLES} />}
        </FieldFrame>
        <FieldFrame label="Last day" error={errors.expiresAt} help="A year from now at the latest">
          {(ids) => (
            <input
              {...ids}
              type="date"
              name="expiresAt"
              defaultValue={inDays(90)}
              min={inDays(0)}
              max={inDays(365)}
              className="field"
            />
          )}
        </FieldFrame>
        <FieldFrame label="Content types" error={errors.types}>
          {(ids) => (
            <SelectBox
              {...ids}
              value={scope}
              options={SCOPES}
              onChange={({ target }) => setScope(target.value)}
            />
          )}
        </FieldFrame>
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
