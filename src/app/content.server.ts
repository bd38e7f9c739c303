import { type ContentOptions, createContent } from '#content/content.server.ts';
import { registry } from '#content/index.ts';
import type { Database } from '#platform/db/database.server.ts';
import { siteList } from './sites.ts';

/** All content types on one database, beside all pages of the site. */
export const openContent = (db: Database, options?: ContentOptions) =>
  createContent({ registry, sites: siteList }, db, options);
