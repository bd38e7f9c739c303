import { useState } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { FormInput } from '#admin/editor/fields/form-input.tsx';
import { SendForm } from '#admin/parts/send-form.tsx';
import { toastDone } from '#admin/toast.ts';
import type { Work } from '#admin/use-form-send.ts';
import type { ResponseOf } from '#client/api-calls.ts';
import { counted } from '#platform/words.ts';
import { Badge } from '#ui/badge.tsx';
import { CODE, CURRENT_PASSWORD } from '../account-fields.ts';

interface SecondFactorProps {
  account: ResponseOf<'get', '/api/account'>;
  onChange: () => Promise<unknown>;
}

/** An authenticator app besides the password: switch it on, keep the recovery codes, switch it off. */
export function SecondFactor({ account, onChange }: SecondFactorProps) {
  const [proposal, setProposal] = useState<ResponseOf<'POST', '/api/account/totp'> | null>(null);
  const [codes, setCodes] = useState<readonly string[]>([]);

  const propose: Work = async (read) => {
    const body = { password: read('password') };
    setProposal(await adminSend('POST', '/api/account/totp', { body }));
  };
  const confirm: Work = async (read) => {
    const body = { code: read('code') };
    const { recoveryCodes } = await adminSend('POST', '/api/account/totp/confirm', { body });
    setProposal(null);
    setCodes(recoveryCodes);
    toastDone('The second factor is on. Every other session has ended.');
    await onChange();
  };
  const drop: Work = async (read) => {
    await adminSend('POST', '/api/account/totp/off', { body: { code: read('code') } });
    setCodes([]);
    toastDone('The second factor is off. Every other session has ended.');
    await onChange();
  };

  if (account.hasSecondFactor)
    return (
      <div className="grid gap-5">
        {codes.length > 0 && <RecoveryCodes codes={codes} />}
        <p className="flex flex-wrap items-center gap-3 text-sm text-soft">
          <Badge tone="positive">On</Badge>
          {counted(account.recoveryCodesLeft, 'recovery code', 'recovery codes')} left
        </p>
        <SendForm
          key="off"
          action="Switch off"
          fields={[codeField('Of the app, or a recovery code. Every other session ends.')]}
          onSend={drop}
        />
      </div>
    );
  if (proposal)
    return (
      <SendForm key="on" action="Switch on" variant="primary" onSend={confirm}>
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
        <FormInput {...codeField('Every other session ends.')} />
      </SendForm>
    );
  return (
    <SendForm key="set up" action="Set up" onSend={propose}>
      <p className="text-sm text-soft">
        A code of an authenticator app besides the password: somebody who learns the password alone
        stays outside.
      </p>
      <FormInput label="Your password" {...CURRENT_PASSWORD} />
    </SendForm>
  );
}

const codeField = (help: string) => ({ ...CODE, className: 'max-w-48', help });

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
