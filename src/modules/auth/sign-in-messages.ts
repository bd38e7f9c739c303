/**
 * Messages of /auth for `?message=` or `?error=`. The address carries a code and never the text, so that no link can
 * put words of its own on the page.
 */
const SIGN_IN_MESSAGES = {
  'not-set-up': 'External sign-in is not set up on this site. Please sign in with your email.',
  'not-allowed': 'This account may not sign in here. Please ask an administrator.',
  'not-verified': 'Your provider has not verified this email address.',
  canceled: 'The sign-in was canceled.',
  expired: 'The sign-in took too long or was started in another browser. Please try again.',
  failed: 'The sign-in did not succeed. Please try again.',
  unavailable: 'The sign-in provider cannot be reached at the moment. Please try again shortly.',
} as const;

export type SignInCode = keyof typeof SIGN_IN_MESSAGES;

export const signInMessage = (code: unknown): string | null =>
  typeof code === 'string' && Object.hasOwn(SIGN_IN_MESSAGES, code)
    ? SIGN_IN_MESSAGES[code as SignInCode]
    : null;
