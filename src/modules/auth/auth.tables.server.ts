import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  serial,
  text,
  uniqueIndex,
  varchar,
} from 'drizzle-orm/pg-core';
import { timestampColumn } from '#platform/db/columns.server.ts';
import { ROLES, type Role } from '#platform/roles.ts';

export const users = pgTable(
  'users',
  {
    id: serial('id').primaryKey(),
    /** Always lowercase. */
    email: text('email').notNull().unique(),
    firstName: text('first_name'),
    lastName: text('last_name'),
    profileImageUrl: text('profile_image_url'),
    passwordHash: text('password_hash'),
    role: text('role').$type<Role>().notNull().default('owner'),
    authProvider: text('auth_provider').notNull().default('oidc'),
    emailVerified: boolean('email_verified').notNull().default(false),
    /** Hash of the one-time token; the token itself is only ever printed. */
    resetToken: text('reset_token'),
    resetTokenExpiry: timestampColumn('reset_token_expiry'),
    /** Identity at the external provider, set by the first sign-in: an address may change hands. */
    externalIssuer: text('external_issuer'),
    externalSubject: text('external_subject'),
    /** Made by an external sign-in because ADMIN_EMAILS named the address, and good for as long as it does. */
    admittedByList: boolean('admitted_by_list').notNull().default(false),
    /** Encrypted; it counts once a code of it was confirmed. */
    totpSecret: text('totp_secret'),
    totpConfirmedAt: timestampColumn('totp_confirmed_at'),
    /** The last thirty seconds of which a code was used: no code opens anything twice. */
    totpStep: integer('totp_step'),
    /** An e-mail for each mention. */
    wantsMail: boolean('wants_mail').notNull().default(true),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    updatedAt: timestampColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex('users_external_unique').on(table.externalIssuer, table.externalSubject),
    check('users_role_check', sql.raw(`role in (${ROLES.map((role) => `'${role}'`).join(', ')})`)),
  ],
);

export type User = typeof users.$inferSelect;

/** Whose row it is, which goes with the user. */
export const userColumn = (name = 'user_id') =>
  integer(name)
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' });

export const sessions = pgTable(
  'sessions',
  {
    /** SHA-256 of the cookie's value: a leaked table opens no session. */
    idHash: text('id_hash').primaryKey(),
    userId: userColumn(),
    /** Public id, so that the hash stays on the server. */
    number: serial('number').notNull(),
    /** A session that the external provider opened lasts no longer than that way in is open. */
    data: jsonb('data').$type<{ by?: 'provider' }>().notNull().default({}),
    address: text('address'),
    agent: text('agent'),
    expiresAt: timestampColumn('expires_at').notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    seenAt: timestampColumn('seen_at').notNull().defaultNow(),
  },
  (table) => [
    index('sessions_user_index').on(table.userId),
    index('sessions_expiry_index').on(table.expiresAt),
  ],
);

/** For a lost app: each opens the account once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: serial('id').primaryKey(),
    userId: userColumn(),
    codeHash: text('code_hash').notNull(),
    usedAt: timestampColumn('used_at'),
  },
  (table) => [index('recovery_codes_user_index').on(table.userId)],
);

/** Keys on users' devices; the server holds only public keys. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: serial('id').primaryKey(),
    userId: userColumn(),
    name: text('name').notNull(),
    /** As the authenticator calls it, in base64url. */
    credentialId: text('credential_id').notNull().unique(),
    publicKey: text('public_key').notNull(),
    /** How often the authenticator says that it was used; a copied one falls behind. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    createdAt: timestampColumn('created_at').notNull().defaultNow(),
    usedAt: timestampColumn('used_at'),
  },
  (table) => [index('passkeys_user_index').on(table.userId)],
);

/** Links that make their holder a user; deleted once used. */
export const invitations = pgTable('invitations', {
  id: serial('id').primaryKey(),
  email: text('email').notNull().unique(),
  role: text('role').$type<Role>().notNull(),
  /** The token itself is only ever shown, or sent. */
  tokenHash: text('token_hash').notNull().unique(),
  /** Invitations end with their owner's role. */
  invitedBy: userColumn('invited_by'),
  expiresAt: timestampColumn('expires_at').notNull(),
  createdAt: timestampColumn('created_at').notNull().defaultNow(),
});

/** In the limiter's own form: how often a key was counted, and until when (in ms since 1970). */
export const rateLimits = pgTable('rate_limits', {
  key: varchar('key', { length: 255 }).primaryKey(),
  points: integer('points').notNull().default(0),
  expire: bigint('expire', { mode: 'number' }),
});
