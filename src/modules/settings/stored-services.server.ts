import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { unseal } from '#modules/auth/sealed.server.ts';
import type { Executor } from '#platform/db/database.server.ts';
import type { Settings } from '#platform/env.server.ts';

const storedShape = z.object({
  values: z
    .object({
      aiUrl: z.string(),
      aiModel: z.string(),
      mailServer: z.string(),
      mailUser: z.string(),
      mailFrom: z.string(),
    })
    .partial(),
  sealed_secrets: z
    .object({ aiKey: z.string(), picturesKey: z.string(), mailPassword: z.string() })
    .partial()
    .nullable(),
});
type Stored = z.output<typeof storedShape>;

/** Settings of services that owners of an earlier release stored in the panel. */
const readStored = async (db: Executor): Promise<Stored | undefined> => {
  const { rows: tables } = await db.execute<{ name: string | null }>(
    sql`select to_regclass('retired.settings_services')::text as name`,
  );
  if (!tables[0]?.name) return undefined;
  const { rows } = await db.execute(sql`select * from retired.settings_services limit 1`);
  return rows[0] && storedShape.parse(rows[0]);
};

const smtpUrlOf = ({ mailServer, mailUser }: Stored['values'], password: string | undefined) => {
  if (!mailServer) return undefined;
  const url = new URL(mailServer);
  if (!mailUser) return url.href;
  // A URL keeps the sign % as it is, which begins a code there.
  url.username = encodeURIComponent(mailUser);
  url.password = encodeURIComponent(password ?? '');
  // A password goes over a connection that is encrypted, or not at all.
  if (url.protocol === 'smtp:') url.searchParams.set('requireTLS', 'true');
  return url.href;
};

/** The settings by the names that the environment has for them, as far as the key of the installation opens them. */
const asEnvironment = ({ values, sealed_secrets }: Stored, secretsKey: string | undefined) => {
  const key = createHash('sha256').update(`settings ${secretsKey}`).digest();
  const open = (sealed: string | undefined) => {
    const value = sealed && unseal(key, sealed);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    AI_BASE_URL: values.aiUrl,
    AI_MODEL: values.aiModel,
    AI_API_KEY: open(sealed_secrets?.aiKey),
    UNSPLASH_ACCESS_KEY: open(sealed_secrets?.picturesKey),
    SMTP_URL: smtpUrlOf(values, open(sealed_secrets?.mailPassword)),
    MAIL_FROM: values.mailFrom,
  };
};

const quote = (value: string) => (value.includes("'") ? `"${value}"` : `'${value}'`);

/** Lines for `.env`. */
export const printStoredServices = async (db: Executor, secretsKey: string | undefined) => {
  const stored = await readStored(db);
  const entries = Object.entries(stored ? asEnvironment(stored, secretsKey) : {});
  return entries.flatMap(([name, value]) => (value ? [`${name}=${quote(value)}`] : []));
};

/** Says by name what was stored and is not in the environment, where alone it is read now. */
export const findForgottenServices = async (
  db: Executor,
  settings: Settings,
): Promise<string | undefined> => {
  const stored = await readStored(db);
  if (!stored) return undefined;
  const { values, sealed_secrets: secrets } = stored;
  const isStored = {
    AI_BASE_URL: values.aiUrl,
    AI_MODEL: values.aiModel,
    AI_API_KEY: secrets?.aiKey,
    UNSPLASH_ACCESS_KEY: secrets?.picturesKey,
    SMTP_URL: values.mailServer,
    MAIL_FROM: values.mailFrom,
  } as const;
  const missing = Object.entries(isStored).flatMap(([name, value]) =>
    value && !settings[name as keyof typeof isStored] ? [name] : [],
  );
  if (missing.length === 0) return undefined;
  return `The panel of an earlier release stored ${missing.join(', ')}, now read from the environment alone: print them with "npm run admin -- stored-settings", and set them there.`;
};
