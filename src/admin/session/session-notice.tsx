import { useQuery } from '@tanstack/react-query';
import { Notice } from '#admin/parts/notice.tsx';
import { hrefTo } from '#client/href-to.ts';
import { userQuery } from '#client/user-query.ts';

/** Above every tab, once the session has ended. */
export function SessionNotice() {
  const { data: user } = useQuery(userQuery);
  if (user) return null;
  return (
    <Notice role="alert" tone="danger">
      <p className="font-medium">
        Your session has ended. Lists stay empty until you sign in again; what you typed is still
        here.
      </p>
      <SignInElsewhere />
    </Notice>
  );
}

/** In a tab of its own, so that nothing typed in this one is lost. */
export function SignInElsewhere() {
  return (
    <a href={hrefTo('/auth')} target="_blank" rel="noreferrer" className="text-link">
      Sign in
    </a>
  );
}
