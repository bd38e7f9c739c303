import { useQuery } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { adminQuery, fresh } from '#admin/api/admin-queries.ts';
import { formatDateTime } from '#admin/format-date-time.ts';
import { toastOutcome } from '#admin/toast.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ROLE_WORDS } from './role-words.ts';

export function OpenInvitations({ onChange }: { onChange: () => void }) {
  const { data = [] } = useQuery(fresh(adminQuery('/api/users/invitations')));
  const withdraw = async (id: number, email: string) => {
    await toastOutcome(
      () => adminSend('DELETE', '/api/invitations/{id}', { params: { id } }),
      `The invitation of ${email} is withdrawn`,
    );
    onChange();
  };
  if (data.length === 0) return null;
  return (
    <>
      <h4 className="mt-6 mb-2 font-sans text-xs font-semibold text-soft">Open invitations</h4>
      <ul>
        {data.map(({ id, email, role, expiresAt }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-2 text-sm"
          >
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">{email}</span>
            <Badge>{ROLE_WORDS[role].name}</Badge>
            <span className="text-xs text-faint">until {formatDateTime(expiresAt)}</span>
            <Button
              size="sm"
              variant="quiet"
              aria-label={`Withdraw the invitation of ${email}`}
              onClick={() => void withdraw(id, email)}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
