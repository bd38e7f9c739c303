import type { AppParts } from '#kit/app-parts.server.ts';
import { uniqueSetsOf } from '#kit/collection.ts';
import { labelOf } from '#kit/fields.ts';
import { visibilityPatch } from '#kit/is-public.ts';
import type { CollectionParts } from '#kit/routes.server.ts';
import { recordActivity } from '#modules/activity/record.server.ts';
import { isOut } from '#modules/auth/sessions.server.ts';
import { findUserById } from '#modules/auth/users.server.ts';
import { forgetDraft, lockDraft } from '#modules/drafts/item-drafts.server.ts';
import { queueJobFailed } from '#modules/webhooks/queue-webhooks.server.ts';
import { asConflict } from '#platform/db/conflicts.server.ts';
import { AppError } from '#platform/errors.ts';
import type { JobType } from '#platform/jobs/job-type.server.ts';
import { nameOf } from '#platform/person-name.ts';
import { hasRole } from '#platform/roles.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { Viewer } from '#platform/viewer.ts';
import { type Entry, readEntry, SCHEDULE } from './schedule-entry.server.ts';

const MOVED =
  'It was changed after it was scheduled, so that nothing was overwritten. Look at both texts and schedule it again.';

/** What a person has to mend is not tried again; a server error may pass. */
const RETRY_S = [5, 30, 120, 600, 1800, 3600];

/** A schedule is no better than the person behind it is when its time comes; the server's own work has none. */
const requirePublisher = async (
  tx: Tx,
  { userId, userEmail }: Pick<Entry, 'userId' | 'userEmail'>,
  allowList: readonly string[],
): Promise<Viewer> => {
  if (userId === null) return null;
  const user = await findUserById(tx, userId);
  const isSame = user !== null && user.email === userEmail;
  const mayPublish = isSame && hasRole(user, 'publisher');
  const hasPassword = isSame && user.passwordHash !== null;
  if (mayPublish && !isOut({ ...user, hasPassword, opening: {} }, { allowList })) {
    const { id, email, role } = user;
    return { id, email, role };
  }
  throw new AppError(
    'forbidden',
    `${user ? nameOf(user) : userEmail} scheduled it and may no longer publish. A publisher can schedule it again.`,
  );
};

interface Task extends CollectionParts {
  viewer: Viewer;
}

const carryOut = async (tx: Tx, { collection, writer, viewer }: Task, entry: Entry) => {
  const { itemId: id, fields, baseVersion, draftVersion, isConfirmed } = entry;
  const isOn = entry.action === 'publish';
  const change = { ...fields, ...visibilityPatch(collection, isOn) };
  // A draft that went on since waits on, and its mark with it.
  const draft = isOn ? (await lockDraft(tx, { collection, id })).draft : null;
  if (draft?.version === draftVersion) await forgetDraft(tx, { collection, id });
  const at = isOn ? { id, version: baseVersion ?? undefined } : { id };
  await writer.update(tx, viewer, at, change, {
    isScheduled: true,
    isConfirmed: isOn && isConfirmed,
  });
};

/** In words for the person who scheduled it. */
const explain = (error: unknown, { collection }: CollectionParts): unknown => {
  if (error instanceof AppError && error.code === 'changed') return new AppError('changed', MOVED);
  const labelFor = (key: string) => labelOf(key, collection.fields[key]);
  return asConflict(error, collection.table, uniqueSetsOf(collection), labelFor);
};

/** Publishes and unpublishes at the time that was set, in the transaction that marks the entry done. */
export const scheduleJob = ({
  content,
  settings,
}: Pick<AppParts, 'content' | 'settings'>): JobType => ({
  name: SCHEDULE,
  retryInS: RETRY_S,
  workIn: async (tx, job) => {
    const entry = readEntry(job);
    const parts = content.partsOf(entry.collection);
    const viewer = await requirePublisher(tx, entry, settings.ADMIN_EMAILS);
    try {
      await carryOut(tx, { ...parts, viewer }, entry);
    } catch (error) {
      throw explain(error, parts);
    }
  },
  onFailed: async (tx, job, reason) => {
    const { collection, itemId, title, action: to, userEmail: scheduledBy } = readEntry(job);
    const details = { to, scheduledBy, reason };
    const place = { collection, itemId };
    await recordActivity(tx, null, { action: 'schedule failed', ...place, title, details });
    await queueJobFailed(tx, SCHEDULE, reason, place);
  },
});
