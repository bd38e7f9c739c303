import { createPrivateKey } from 'node:crypto';
import { CronPattern } from 'croner';
import * as z from 'zod';

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

const urlList = list.refine(
  (urls) => urls.every((url) => URL.canParse(url) && /^https?:/.test(url)),
  'must be http(s) addresses separated by commas',
);
const httpUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) address' });
const price = z.coerce.number('must be a number').min(0).max(1_000_000);
const optional = <S extends z.ZodType>(schema: S) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const database = optional(
  z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgres:// or postgresql://'),
);
export const DEFAULT_SITE_NAME = 'Family Office Software';
export const sender = z
  .string()
  .max(300)
  .regex(SENDER, 'must be an address such as Desk <desk@example.com>');

/** Every setting, its default and its rule; `.env.example` says what each is for. */
const envSchema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  PORT: z.coerce.number('must be a number').int().min(0).max(65535).default(3000),
  HOST: optional(z.string()),
  SITE_URL: optional(httpUrl),
  SITE_NAME: z.string().min(1).max(80).default(DEFAULT_SITE_NAME),
  SITE_PUBLISHER: optional(z.string().max(200)),
  SITE_CONTACT_EMAIL: optional(z.email('must be an email address')),
  DATABASE_URL: database,
  DATABASE_DIRECT_URL: database,
  DATABASE_REPLICA_URL: database,
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
  NEWS_FEED_URLS: urlList,
  NEWS_FETCH_CRON: optional(z.string().refine(isCron, 'is not a cron expression')),
  LINK_CHECK_CRON: z
    .string()
    .refine((text) => text === '' || isCron(text), 'is not a cron expression')
    .optional(),
  AI_BASE_URL: optional(httpUrl),
  AI_API_KEY: optional(z.string()),
  AI_MODEL: optional(z.string()),
  AI_PRICE_IN: optional(price),
  AI_PRICE_OUT: optional(price),
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
  WEB_CONCURRENCY: z.coerce.number('must be a number').int().min(1).max(64).default(1),
  CDN: optional(z.enum(['hook', 'varnish', 'fastly', 'cloudflare'])),
  CDN_PURGE_URL: urlList,
  CDN_SERVICE_ID: optional(z.string().regex(/^\w+$/, 'must have letters and digits only')),
  CDN_TOKEN: optional(z.string().regex(/^[\x21-\x7e]+$/, 'must have no spaces')),
  INDEXNOW_KEY: optional(
    z.string().regex(/^[\da-zA-Z-]{8,128}$/, 'must have 8 to 128 letters, digits or hyphens'),
  ),
  INDEXNOW_URL: httpUrl.default('https://api.indexnow.org/indexnow'),
  METRICS_TOKEN: optional(z.string().min(16, 'must have at least 16 characters')),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(httpUrl),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .regex(/^(?:[^=,\s]+=[^,]*(?:,|$))*$/, 'must be pairs such as name=value, separated by commas')
    .default(''),
  OTEL_SERVICE_NAME: z.string().min(1).max(200).default('family-office-software'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number('must be a number').min(0).max(1).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  STARTER_CONTENT: z.enum(['on', 'off']).default('on'),
});

/** At night, and nowhere but in production: no test and no developer asks the web for pages unawares. */
const NIGHTLY = '0 3 * * *';

/** Where the CDNs are told that others run. */
const CDN_APIS: Record<string, string | undefined> = {
  fastly: 'https://api.fastly.com',
  cloudflare: 'https://api.cloudflare.com',
};

const settingsSchema = envSchema.transform(({ SITE_URL, LINK_CHECK_CRON, ...settings }) => ({
  ...settings,
  CDN: settings.CDN ?? (settings.CDN_PURGE_URL.length > 0 ? ('hook' as const) : undefined),
  CDN_PURGE_URL:
    settings.CDN_PURGE_URL.length > 0
      ? settings.CDN_PURGE_URL
      : [CDN_APIS[settings.CDN ?? ''] ?? []].flat(),
  // Unset, it is the address that the server prints when it starts.
  SITE_URL: SITE_URL?.replace(/\/+$/, '') ?? new URL(`http://localhost:${settings.PORT}`).origin,
  LINK_CHECK_CRON: LINK_CHECK_CRON ?? (settings.NODE_ENV === 'production' ? NIGHTLY : ''),
}));

/** A setting that the environment leaves open may change while the server runs: it is read where it is used, and never copied. */
export type Settings = z.output<typeof settingsSchema> & {
  /** The names that the environment sets itself: these win over what owners set in the panel. */
  GIVEN: ReadonlySet<string>;
};

export const siteSettings = (settings: Settings) => ({
  get siteName() {
    return settings.SITE_NAME;
  },
  siteUrl: settings.SITE_URL,
  get publisher() {
    return settings.SITE_PUBLISHER;
  },
  get contactEmail() {
    return settings.SITE_CONTACT_EMAIL;
  },
});

const NEEDED = [
  ['OIDC_CLIENT_ID', 'OIDC_ISSUER'],
  ['AI_MODEL', 'AI_BASE_URL'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['DATABASE_URL', 'DATABASE_DIRECT_URL'],
  ['DATABASE_URL', 'DATABASE_REPLICA_URL'],
] as const;

export const readSettings = (source: NodeJS.ProcessEnv): Settings => {
  const result = settingsSchema.safeParse(source);
  if (!result.success) {
    const problems = result.error.issues.map(
      (issue) => `${String(issue.path[0])} ${issue.message}`,
    );
    throw new Error(`Wrong setting: ${problems.join('; ')}`);
  }
  const given = Object.keys(envSchema.shape).filter((name) => source[name]);
  const settings = { ...result.data, GIVEN: new Set(given) };
  for (const [needed, by] of NEEDED) {
    if (!settings[by] || settings[needed]) continue;
    throw new Error(`Wrong setting: ${needed} is missing while ${by} is set`);
  }
  if (settings.CDN && settings.CDN_PURGE_URL.length === 0) {
    throw new Error(`Wrong setting: CDN_PURGE_URL is missing while CDN is ${settings.CDN}`);
  }
  if (CDN_APIS[settings.CDN ?? ''] && !(settings.CDN_SERVICE_ID && settings.CDN_TOKEN)) {
    throw new Error(`Wrong setting: CDN=${settings.CDN} needs CDN_SERVICE_ID and CDN_TOKEN`);
  }
  if (!settings.DKIM_SELECTOR !== !settings.DKIM_PRIVATE_KEY) {
    throw new Error('Wrong setting: DKIM_SELECTOR and DKIM_PRIVATE_KEY go together');
  }
  return settings;
};
