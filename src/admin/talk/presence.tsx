import { useQuery } from '@tanstack/react-query';
import { adminSend } from '#admin/api/admin-api.ts';
import { Initials, useNames } from '#admin/people/people.tsx';
import { orNullOn401 } from '#client/api-client.ts';

/** The server forgets a form after half a minute without a beat. */
const BEAT_MS = 15_000;

/** In a form's head: who else has the item open. */
export function Present({ type, id }: { type: string; id: number }) {
  const nameOf = useNames();
  const { data: others } = useQuery({
    queryKey: ['presence', type, id],
    queryFn: () => orNullOn401(adminSend('PUT', '/api/presence', { body: { type, id } })),
    refetchInterval: BEAT_MS,
    refetchIntervalInBackground: true,
    refetchOnMount: 'always',
    retry: false,
    gcTime: 0,
  });
  if (!others || others.length === 0) return null;
  return (
    <ul aria-label="Also open for" className="flex -space-x-1">
      {others.map(({ id: userId, email }) => (
        <li key={userId}>
          <Initials name={nameOf(email)} isAlone />
        </li>
      ))}
    </ul>
  );
}
