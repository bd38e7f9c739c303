export const SIGN_IN = {
  name: 'Sign-in',
  description: 'Signing in and out, by password or by an external provider.',
};
