import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import * as z from 'zod';

/** Bytes in base64url; authenticators send far less. */
const bytes = z.string().max(20_000);

const credential = z.object({
  id: z.string().min(1).max(2000),
  rawId: bytes,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}),
});

/** The fields of the credential's `toJSON()` that the server reads, and no others. */
export const registrationSchema = credential.extend({
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes }),
}) satisfies z.ZodType<RegistrationResponseJSON, unknown>;

export const authenticationSchema = credential.extend({
  response: z.object({ clientDataJSON: bytes, authenticatorData: bytes, signature: bytes }),
}) satisfies z.ZodType<AuthenticationResponseJSON, unknown>;

export const newPasskeySchema = z.strictObject({
  name: z.string().trim().min(1, 'Give it a name').max(60, 'At most 60 characters'),
  response: registrationSchema,
});

export const passkeySignInSchema = z.strictObject({ response: authenticationSchema });

export const passkeySchema = z
  .object({
    id: z.int(),
    name: z.string(),
    createdAt: z.iso.datetime(),
    usedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Passkey' });

/** For the browser's own `parse…OptionsFromJSON`. */
export const passkeyOptionsSchema = z
  .looseObject({ challenge: z.string() })
  .meta({ id: 'PasskeyOptions' });
