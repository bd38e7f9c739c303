import { and, eq, inArray, ne } from 'drizzle-orm';
import type { AppParts } from '#kit/app-parts.server.ts';
import { users } from '#modules/auth/auth.tables.server.ts';
import { queueMail } from '#modules/mail/mail-queue.server.ts';
import { keyOf, type Place, readTitles } from '#modules/place.server.ts';
import { nameOf } from '#platform/person-name.ts';
import type { Tx } from '#platform/version/transact.server.ts';
import type { Caller } from '#platform/viewer.ts';
import type { comments } from './talk.tables.server.ts';

type Comment = typeof comments.$inferSelect;

/** Queues one e-mail to each person who is mentioned and has not switched it off, with the comment. */
export const createMentionMail = ({
  settings,
  content: { registry },
}: Pick<AppParts, 'settings' | 'content'>) => {
  const editorPath = ({ collection, itemId }: Place) => {
    const host = registry.find(({ name }) => name === collection)?.insideTab;
    return `/admin/${host ? `${host}/` : ''}${collection}/${itemId}`;
  };

  return async (
    tx: Tx,
    viewer: Caller,
    comment: Comment,
    mentioned: readonly number[],
  ): Promise<void> => {
    if (!settings.SMTP_URL || mentioned.length === 0) return;
    const wants = and(
      inArray(users.id, [...mentioned]),
      ne(users.id, viewer.id),
      eq(users.wantsMail, true),
    );
    const people = await tx.select({ to: users.email }).from(users).where(wants);
    const [author] = await tx.select().from(users).where(eq(users.id, viewer.id));
    const who = author ? nameOf(author) : comment.authorEmail;
    const title = (await readTitles(tx, registry, [comment])).get(keyOf(comment)) ?? '';
    const site = settings.SITE_URL;
    for (const { to } of people) {
      await queueMail(tx, settings, {
        to,
        subject: `${who} mentioned you in “${title}”`,
        blocks: [
          `${who} mentioned you in “${title}” at ${settings.site.siteName}:`,
          { quote: comment.text },
          { link: `${site}${editorPath(comment)}?comments=${comment.id}` },
          'To get no e-mail about mentions, switch it off in Your account:',
          { link: `${site}/admin/account` },
        ],
      });
    }
  };
};

export type MentionMail = ReturnType<typeof createMentionMail>;
