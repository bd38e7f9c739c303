import { createPrivateKey } from 'node:crypto';
import { CronPattern } from 'croner';
import * as z from 'zod';
import { createLiveSite, type LiveSite } from './live-site.server.ts';

const list = z
  .string()
  .default('')
  .transform((value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

const isCron = (text: string): boolean => {
  try {
    return new CronPattern(text) !== undefined;
  } catch {
    return false;
  }
};

const SENDER = /^[^@<>\r\n]*<?[^@\s<>]+@([a-z\d](?:[a-z\d.-]*[a-z\d])?)>?$/i;

/** The domain of a sender: 'Desk <desk@example.com>' is at 'example.com'. */
export const domainOf = (sender: string) => SENDER.exec(sender)?.[1]?.toLowerCase() ?? '';

/** DKIM signs with RSA; an unreadable key would let letters go unsigned without a word. */
const isSigningKey = (pem: string): boolean => {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
};

const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const sender = z
  .string()
  .max(300)
  .regex(SENDER, 'must be an address such as Desk <desk@example.com>');

/** Every setting, its default and its rule; `.env.example` says what each is for. */
const envSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.coerce.number('must be a number').int().min(0).max(65535).default(3000),
  HOST: optional(z.string()),
  SITE_URL: optional(httpUrl),
  SITE_NAME: z.string().min(1).max(80).default('Family Office Software'),
  DATABASE_URL: optional(
    z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://'),
  ),
  DATA_DIR: z.string().min(1).default('./data'),
  ADMIN_EMAIL: optional(z.email('must be an email address')),
  ADMIN_PASSWORD: optional(z.string().min(12, 'must have at least 12 characters').max(200)),
  ADMIN_EMAILS: list.transform((emails) => emails.map((email) => email.toLowerCase())),
  SESSION_IDLE_HOURS: z.coerce.number('must be a number').min(0.1).max(168).default(24),
  SECRETS_KEY: optional(z.string().min(16, 'must have at least 16 characters')),
  OIDC_ISSUER: optional(httpUrl),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  OIDC_NAME: z.string().min(1).max(60).default('SSO'),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must start with smtp:// or smtps://' })),
  MAIL_FROM: optional(sender),
  DKIM_SELECTOR: optional(
    z.string().regex(/^[a-z\d](?:[a-z\d.-]{0,61}[a-z\d])?$/i, 'must be a name in the DNS'),
  ),
  DKIM_PRIVATE_KEY: optional(
    z
      .string()
      .transform((pem) => pem.replaceAll('\\n', '\n'))
      .refine(isSigningKey, 'must be an RSA key as PEM, its lines separated by \\n'),
  ),
  NEWS_FETCH_CRON: optional(z.string().refine(isCron, 'is not a cron expression')),
  LINK_CHECK_CRON: z
    .string()
    .refine((text) => text === '' || isCron(text), 'is not a cron expression')
    .optional(),
  AI_BASE_URL: optional(httpUrl),
  AI_API_KEY: optional(z.string()),
  AI_MODEL: optional(z.string()),
  UNSPLASH_ACCESS_KEY: optional(z.string()),
  UNSPLASH_API_URL: httpUrl.default('https://api.unsplash.com'),
  IMAGE_HOSTS: list
    .default(['images.unsplash.com', 'plus.unsplash.com', 'logo.clearbit.com'])
    .refine(
      (hosts) => hosts.every((host) => /^[a-z0-9.-]+(:\d+)?$/.test(host)),
      'must be host names in lowercase, separated by commas',
    ),
  FETCH_ALLOW_HOSTS: list,
  TRUST_PROXY: z.coerce
    .number('must be the number of proxies in front')
    .int()
    .min(0)
    .max(10)
    .default(0),
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  STARTER_CONTENT: z.enum(['on', 'off']).default('on'),
});

/** At night, and nowhere but in production: no test and no developer asks the web for pages unawares. */
const NIGHTLY = '0 3 * * *';

const settingsSchema = envSchema.transform(({ SITE_URL, LINK_CHECK_CRON, ...settings }) => ({
  ...settings,
  // Unset, it is the address that the server prints when it starts.
  SITE_URL: SITE_URL?.replace(/\/+$/, '') ?? new URL(`http://localhost:${settings.PORT}`).origin,
  LINK_CHECK_CRON: LINK_CHECK_CRON ?? (settings.NODE_ENV === 'production' ? NIGHTLY : ''),
}));

/** What the environment sets, and the names of the site, which owners change in the panel. */
export type Settings = Omit<z.output<typeof settingsSchema>, 'SITE_NAME'> & { site: LiveSite };

const NEEDED = [
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['AI_MODEL', 'AI_BASE_URL'],
  ['MAIL_FROM', 'SMTP_URL'],
] as const;

export const readSettings = (source: NodeJS.ProcessEnv): Settings => {
  const result = settingsSchema.safeParse(source);
  if (!result.success) {
    const problems = result.error.issues.map(
      (issue) => `${String(issue.path[0])} ${issue.message}`,
    );
    throw new Error(`Wrong setting: ${problems.join('; ')}`);
  }
  const { SITE_NAME, ...given } = result.data;
  const settings = { ...given, site: createLiveSite(given.SITE_URL, SITE_NAME) };
  for (const [needed, by] of NEEDED) {
    if (!settings[by] || settings[needed]) continue;
    throw new Error(`Wrong setting: ${needed} is missing while ${by} is set`);
  }
  if (!settings.DKIM_SELECTOR !== !settings.DKIM_PRIVATE_KEY) {
    throw new Error('Wrong setting: DKIM_SELECTOR and DKIM_PRIVATE_KEY go together');
  }
  return settings;
};
