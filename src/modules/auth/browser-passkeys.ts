import type { ResponseOf } from '#client/api-calls.ts';
import { authenticationSchema, registrationSchema } from './passkeys.schema.ts';

type Options = ResponseOf<'POST', '/api/auth/passkey/options'>;

/** Whether this browser makes and shows passkeys. */
export const hasPasskeys = () =>
  typeof PublicKeyCredential !== 'undefined' &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential;

const readCredential = (credential: Credential | null) => {
  if (!(credential instanceof PublicKeyCredential)) throw new Error('No passkey was chosen');
  return credential.toJSON();
};

export const makePasskey = async (options: Options) => {
  const json = options as PublicKeyCredentialCreationOptionsJSON & Options;
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(json);
  return registrationSchema.parse(
    readCredential(await navigator.credentials.create({ publicKey })),
  );
};

export const showPasskey = async (options: Options) => {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return authenticationSchema.parse(readCredential(await navigator.credentials.get({ publicKey })));
};

/** A closed browser dialog is the user's choice and no failure. */
export const isCancelled = (error: unknown) =>
  error instanceof DOMException && ['AbortError', 'NotAllowedError'].includes(error.name);
