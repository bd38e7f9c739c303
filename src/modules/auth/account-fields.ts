import { PASSWORD_MIN } from './sign-in.schema.ts';

/** Inputs that several forms of an account have. */
export const FIRST_NAME = { label: 'First name', name: 'firstName', autoComplete: 'given-name' };
export const LAST_NAME = { label: 'Last name', name: 'lastName', autoComplete: 'family-name' };
export const CODE = { label: 'Code', name: 'code', autoComplete: 'one-time-code' };
export const CURRENT_PASSWORD = {
  type: 'password',
  name: 'password',
  autoComplete: 'current-password',
};

export const newPassword = (label: string, help = '') => ({
  label,
  type: 'password',
  name: 'password',
  autoComplete: 'new-password',
  help: `At least ${PASSWORD_MIN} characters. ${help}`.trim(),
});
