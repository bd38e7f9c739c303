import { hash, randomBytes } from 'node:crypto';
import { and, eq, gt } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** Secrets are stored as this, and what a log must not name is told apart by it. */
export const hashOf = (data: string | Uint8Array): string => hash('sha256', data);

/** A secret that opens something: to be shown once, and stored hashed only. */
export const makeSecret = (bytes = 32): string => randomBytes(bytes).toString('base64url');

export const inDays = (days: number): Date => new Date(Date.now() + days * 86_400_000);

/** The row that this secret opens, until its time is over. */
export const isOpenedBy = (
  secret: string,
  { tokenHash, expiresAt }: { tokenHash: PgColumn; expiresAt: PgColumn },
) => and(eq(tokenHash, hashOf(secret)), gt(expiresAt, new Date()));
