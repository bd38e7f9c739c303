import * as z from 'zod';
import { sender } from '#platform/env.server.ts';

const MAX_FEEDS = 100;
const MAX_ADDRESS = 1000;

/** One line; empty or null takes the value away. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine((text) => !/\p{Cc}/u.test(text), 'Give one line of text');

const lineOf = (max: number, isFine: (text: string) => boolean, message: string) =>
  line(max)
    .refine((text) => text === '' || isFine(text), message)
    .nullable();

const isAddress = (text: string, protocols: readonly string[]): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  return protocols.includes(protocol) && hostname !== '' && username === '' && password === '';
};
const isWebAddress = (text: string) => isAddress(text, ['http:', 'https:']);
const isMailServer = (text: string) =>
  isAddress(text, ['smtp:', 'smtps:']) && /^\w+:\/\/[^/?#]+\/?$/.test(text);

const WEB_ADDRESS = 'Give an address that begins with https://, without a user name or password';

const feed = z
  .strictObject({
    url: line(MAX_ADDRESS).refine(isWebAddress, WEB_ADDRESS),
    isPaused: z.boolean().default(false),
    category: line(100)
      .nullable()
      .default(null)
      .meta({ description: 'What new articles of this feed are filed under' }),
    language: lineOf(
      35,
      (text) => /^[a-z]{2,3}(?:-[a-z\d]{2,8})*$/i.test(text),
      'Give a language such as en or de-CH',
    )
      .default(null)
      .meta({ description: 'The language that it is written in, as BCP 47 has it' }),
  })
  .meta({ id: 'SettingsFeed' });

const values = {
  siteName: line(80).nullable(),
  publisher: line(200).nullable(),
  contactEmail: lineOf(
    254,
    (text) => z.email().safeParse(text).success,
    'Give an email address, such as desk@example.com',
  ),
  aiUrl: lineOf(MAX_ADDRESS, isWebAddress, WEB_ADDRESS),
  aiModel: line(200).nullable(),
  mailServer: lineOf(
    300,
    isMailServer,
    'Give an address such as smtp://mail.example.com:587, without a user name or password',
  ),
  mailUser: line(200).nullable(),
  mailFrom: lineOf(
    300,
    (text) => sender.safeParse(text).success,
    'Give an address such as Desk <desk@example.com>',
  ),
};

const secret = line(1000).nullable();
const secrets = { aiKey: secret, picturesKey: secret, mailPassword: secret };

export type ValueName = keyof typeof values;
export type SecretName = keyof typeof secrets;
export const VALUE_NAMES = z.keyof(z.object(values)).options;
export const SECRET_NAMES = z.keyof(z.object(secrets)).options;

/** The same for each of these names. */
export const forEach = <Name extends string, T>(names: readonly Name[], make: (name: Name) => T) =>
  Object.fromEntries(names.map((name) => [name, make(name)])) as Record<Name, T>;

export type Feed = z.output<typeof feed>;
export type StoredValues = Partial<Record<ValueName, string>> & { feeds?: Feed[] };

/** A setting that is left out stays as it is. */
export const settingsChange = z
  .strictObject({
    ...values,
    ...secrets,
    feeds: z
      .array(feed)
      .max(MAX_FEEDS)
      .refine(
        (feeds) => new Set(feeds.map(({ url }) => url)).size === feeds.length,
        'An address is named twice',
      ),
  })
  .partial()
  .meta({ id: 'SettingsChange' });
export type SettingsChange = z.output<typeof settingsChange>;

const told = z.string().nullable();
const secretState = z
  .object({
    isSet: z.boolean(),
    isLost: z
      .literal(true)
      .optional()
      .meta({ description: 'Stored, but the key of the installation that opened it is gone' }),
  })
  .meta({ id: 'SecretState', description: 'Whether a secret is there; never the secret' });

const toldFeed = feed
  .extend({
    isPaused: z.boolean(),
    category: told,
    language: told,
    isFixed: z.boolean().meta({ description: 'The environment names it' }),
    last: z
      .object({
        at: z.iso.datetime(),
        found: z.int(),
        saved: z.int(),
        cut: z.int().meta({ description: 'Items beyond those that are read at once' }),
        problem: told,
      })
      .nullable(),
  })
  .meta({ id: 'ToldFeed' });

export const settingsSchema = z
  .object({
    version: z.int(),
    fixed: z.array(z.string()).meta({ description: 'What the environment sets, which wins' }),
    keepsSecrets: z
      .boolean()
      .meta({ description: 'Whether the installation has a key, without which no secret is kept' }),
    ...forEach(VALUE_NAMES, () => told),
    ...forEach(SECRET_NAMES, () => secretState),
    siteName: z.string(),
    feeds: z.array(toldFeed),
  })
  .meta({ id: 'Settings' });

export const feedTry = z.strictObject({ url: feed.shape.url }).meta({ id: 'FeedTry' });

export const tried = z
  .object({ isFine: z.boolean(), message: z.string() })
  .meta({ id: 'Tried', description: 'What came of it, in a sentence' });
export type Tried = z.output<typeof tried>;
