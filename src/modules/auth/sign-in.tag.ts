export const SIGN_IN = {
  name: 'Sign-in',
  description: 'Signing in and out, by password, by a passkey or by an external provider.',
};
