import { useMe } from './me.ts';

const NOTICES: Partial<Record<string, string>> = {
  viewer: 'You are a viewer: you can read everything here, and change nothing.',
  editor: 'You are an editor: you write drafts, and a publisher publishes them.',
};

/** Says at once what the server would say later. */
export function RoleNotice() {
  const notice = NOTICES[useMe()?.role ?? ''];
  return notice ? <p className="-mt-4 mb-6 text-sm text-soft">{notice}</p> : null;
}
