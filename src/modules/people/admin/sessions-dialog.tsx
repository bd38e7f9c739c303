import { useQuery } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh } from '#admin/api/admin-queries.ts';
import { DialogFrame } from '#admin/editor/dialog-frame.tsx';
import type { Colleague } from '#admin/people/people.tsx';
import { SessionList } from '#modules/auth/admin/session-list.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';

interface SessionsDialogProps {
  person: Colleague;
  isMe: boolean;
  onClose: () => void;
  run: (work: () => Promise<unknown>, done: string) => Promise<boolean>;
}

/** Where a colleague is signed in; an owner may end all of it, and help out of a lost second factor. */
export function SessionsDialog({ person, isMe, onClose, run }: SessionsDialogProps) {
  const { id, email } = person;
  const { data } = useQuery(fresh(adminQuery('/api/users/{id}/sessions', { id })));
  const endAll = () =>
    run(
      () => adminSend('DELETE', '/api/users/{id}/sessions', { params: { id } }),
      `${email} is signed out everywhere`,
    );
  const dropFactor = async () => {
    await run(
      () => adminSend('DELETE', '/api/users/{id}/totp', { params: { id } }),
      `The second factor of ${email} is off`,
    );
    onClose();
  };
  return (
    <DialogFrame title={`Sessions of ${email}`} size="medium" onClose={onClose}>
      {data?.length === 0 && <EmptyState text="Signed in nowhere." />}
      {data && <SessionList sessions={data} headingLevel="h3" />}
      <div className="mt-5 flex flex-wrap gap-3">
        {data && data.length > 0 && <Button onClick={() => void endAll()}>End all sessions</Button>}
        {/* One's own takes a code, under Account. */}
        {person.hasSecondFactor && !isMe && (
          <Button variant="quiet" onClick={() => void dropFactor()}>
            Switch the second factor off
          </Button>
        )}
      </div>
    </DialogFrame>
  );
}
