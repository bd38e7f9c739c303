import { useSyncExternalStore } from 'react';
import { adminSend } from '#admin/api/admin-api.ts';
import { serverMessage } from '#admin/api/problems.ts';
import { hasPasskeys, isCancelled, showPasskey } from '#modules/auth/browser-passkeys.ts';
import { Button } from '#ui/button.tsx';

const never = () => () => {};

interface PasskeyButtonProps {
  onSignedIn: () => void;
  onFailure: (message: string | null) => void;
}

/** For browsers that have passkeys; the server cannot know. */
export function PasskeyButton({ onSignedIn, onFailure }: PasskeyButtonProps) {
  const isOffered = useSyncExternalStore(never, hasPasskeys, () => false);
  const signIn = async () => {
    onFailure(null);
    try {
      const options = await adminSend('POST', '/api/auth/passkey/options');
      const response = await showPasskey(options);
      await adminSend('POST', '/api/auth/passkey', { body: { response } });
      onSignedIn();
    } catch (error) {
      const why = isCancelled(error) ? 'No passkey was used.' : serverMessage(error);
      onFailure(why ?? 'Login failed. Please try again.');
    }
  };
  if (!isOffered) return null;
  return (
    <Button className="mt-5 w-full" onClick={() => void signIn()}>
      Sign in with a passkey
    </Button>
  );
}
