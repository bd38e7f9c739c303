import { findUserById } from '#modules/auth/users.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import { publicNameOf } from '#platform/person-name.ts';
import { today } from '#platform/today.ts';
import type { Caller } from '#platform/viewer.ts';

/** The mark that a person who opened the page today leaves on a fact. */
export const checkedToday = async (db: Executor, viewer: Caller) => {
  const checkedBy = publicNameOf(await findUserById(db, viewer.id));
  return { checkedBy, readIn: 'live', checkedOn: today() } as const;
};
