import { whyUnavailable, withDeadline } from './deadline.server.ts';
import type { PageParts } from './page-producer.server.ts';
import type { PageUser } from './renderer.ts';

/** Without a user: an anonymous visitor, or not known at the moment. */
export type Who = { user: PageUser | null; unavailable?: string };

/** Looks up the user of a cookie that looks like a session's; without one the database is not asked. */
export const createIdentify =
  (
    { settings, isDatabaseAway }: Pick<PageParts, 'settings' | 'isDatabaseAway'>,
    authenticate: (request: Request) => Promise<PageUser | null>,
  ) =>
  async (cookie: string | undefined): Promise<Who> => {
    if (cookie === undefined) return { user: null };
    try {
      const request = new Request(settings.siteUrl, { headers: { cookie } });
      const user = withDeadline(authenticate(request), { isAway: isDatabaseAway });
      return { user: await user };
    } catch (error) {
      const unavailable = whyUnavailable(error);
      if (!unavailable) throw error;
      return { user: null, unavailable };
    }
  };

export type Identify = ReturnType<typeof createIdentify>;
