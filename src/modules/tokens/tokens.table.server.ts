import { sql } from 'drizzle-orm';
import { check, jsonb, pgTable, serial, text } from 'drizzle-orm/pg-core';
import { userColumn } from '#modules/auth/auth.tables.server.ts';
import { timestampColumn } from '#platform/db/columns.server.ts';
import type { Role } from '#platform/roles.ts';

/** Tokens that owners made for programs. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: serial('id').primaryKey(),
    name: text('name').notNull().unique(),
    /** SHA-256 of the token, which is only ever shown once. */
    tokenHash: text('token_hash').notNull().unique(),
    role: text('role').$type<Exclude<Role, 'owner'>>().notNull(),
    /** Null: all content types, those to come too. */
    types: jsonb('types').$type<string[]>(),
    /** A token ends with its owner, as an invitation does. */
    createdBy: userColumn('created_by'),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    expiresAt: timestampColumn('expires_at').notNull(),
    usedAt: timestampColumn('used_at'),
  },
  () => [check('api_tokens_role_check', sql`role in ('viewer', 'editor', 'publisher')`)],
);
