import { type FormEvent, useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { type FieldErrors, fieldErrorsOf, messageOf } from '#admin/api/problems.ts';
import { FieldFrame } from '#admin/editor/fields/field-frame.tsx';
import { sayDone, sayError } from '#admin/toast.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { PasswordInput } from './password-input.tsx';

type Proposal = ResponseOf<'POST', '/api/account/totp'>;

interface SecondFactorProps {
  account: ResponseOf<'get', '/api/account'>;
  onChange: () => void;
}

/** A form of one field. */
const useSend = () => {
  const [errors, setErrors] = useState<FieldErrors>({});
  const send = async (
    event: FormEvent<HTMLFormElement>,
    work: (value: string) => Promise<void>,
  ) => {
    event.preventDefault();
    setErrors({});
    try {
      const [value] = new FormData(event.currentTarget).values();
      await work(String(value));
    } catch (failure) {
      const problems = fieldErrorsOf(failure);
      setErrors(problems);
      if (Object.keys(problems).length === 0) sayError(messageOf(failure));
    }
  };
  return { errors, send };
};

/** An authenticator app besides the password: switch it on, keep the recovery codes, switch it off. */
export function SecondFactor({ account, onChange }: SecondFactorProps) {
  const [proposal, setProposal] = useState<Proposal | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);
  const { errors, send } = useSend();

  const propose = (password: string) =>
    adminSend('POST', '/api/account/totp', { body: { password } }).then(setProposal);
  const confirm = async (code: string) => {
    const { recoveryCodes } = await adminSend('POST', '/api/account/totp/confirm', {
      body: { code },
    });
    setProposal(null);
    setCodes(recoveryCodes);
    sayDone('The second factor is on');
    onChange();
  };
  const drop = async (code: string) => {
    await adminSend('POST', '/api/account/totp/off', { body: { code } });
    setCodes([]);
    sayDone('The second factor is off');
    onChange();
  };

  if (account.hasSecondFactor)
    return (
      <div className="grid gap-5">
        {codes.length > 0 && <RecoveryCodes codes={codes} />}
        <p className="flex flex-wrap items-center gap-3 text-sm text-soft">
          <Badge tone="positive">On</Badge>
          {account.recoveryCodesLeft} recovery {account.recoveryCodesLeft === 1 ? 'code' : 'codes'}{' '}
          left
        </p>
        <form
          noValidate
          onSubmit={(event) => void send(event, drop)}
          className="grid max-w-md gap-4"
        >
          <CodeInput help="Of the app, or a recovery code." error={errors.code} />
          <Button type="submit" className="justify-self-start">
            Switch off
          </Button>
        </form>
      </div>
    );
  if (proposal)
    return (
      <form
        noValidate
        onSubmit={(event) => void send(event, confirm)}
        className="grid max-w-md gap-4"
      >
        <p className="text-sm text-soft">
          Scan this with an authenticator app, or type the key into it, then enter the code that it
          shows.
        </p>
        <img
          alt="QR code of the key below"
          src={`data:image/svg+xml,${encodeURIComponent(proposal.svg)}`}
          className="size-48 border border-line bg-white"
        />
        <p className="font-mono text-sm wrap-anywhere">{proposal.secret}</p>
        <CodeInput error={errors.code} />
        <Button type="submit" variant="primary" className="justify-self-start">
          Switch on
        </Button>
      </form>
    );
  return (
    <form
      noValidate
      onSubmit={(event) => void send(event, propose)}
      className="grid max-w-md gap-4"
    >
      <p className="text-sm text-soft">
        A code of an authenticator app besides the password: whoever learns the password alone stays
        outside.
      </p>
      <PasswordInput
        label="Your password"
        name="password"
        autoComplete="current-password"
        error={errors.password}
      />
      <Button type="submit" className="justify-self-start">
        Set up
      </Button>
    </form>
  );
}

function CodeInput({ help, error }: { help?: string; error?: string | undefined }) {
  return (
    <FieldFrame label="Code" help={help} error={error}>
      {(ids) => (
        <input
          {...ids}
          name="code"
          inputMode="text"
          autoComplete="one-time-code"
          className="field max-w-48"
        />
      )}
    </FieldFrame>
  );
}

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  return (
    <div role="status" className="border border-line bg-sunken p-4">
      <p className="text-sm font-medium">
        Keep these recovery codes in a safe place. They are shown this once, and each opens your
        account once without the app.
      </p>
      <ul className="mt-3 grid grid-cols-1 gap-x-8 gap-y-1 font-mono text-sm sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </div>
  );
}
