import * as z from 'zod';

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

const isWebAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isWeb = protocol === 'http:' || protocol === 'https:';
  return isWeb && hostname !== '' && username === '' && password === '';
};

const feed = z
  .strictObject({
    url: line(MAX_ADDRESS).refine(
      isWebAddress,
      'Give an address that begins with https://, without a user name or password',
    ),
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
};

export type ValueName = keyof typeof values;
export const VALUE_NAMES = z.keyof(z.object(values)).options;

export type Feed = z.output<typeof feed>;
export type StoredValues = Partial<Record<ValueName, string>> & { feeds?: Feed[] };

/** A setting that is left out stays as it is. */
export const settingsChange = z
  .strictObject({
    ...values,
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

const nullableText = z.string().nullable();

const feedWithResult = feed
  .extend({
    isPaused: z.boolean(),
    category: nullableText,
    language: nullableText,
    last: z
      .object({
        at: z.iso.datetime(),
        found: z.int(),
        saved: z.int(),
        cut: z.int().meta({ description: 'Items that come with the next fetch' }),
        problem: nullableText,
      })
      .nullable(),
  })
  .meta({ id: 'FeedWithResult' });

export const settingsSchema = z
  .object({
    version: z.int(),
    siteName: z.string(),
    publisher: nullableText,
    contactEmail: nullableText,
    feeds: z.array(feedWithResult),
    integrations: z
      .object({
        ai: nullableText.meta({ description: 'The model' }),
        pictures: z.boolean(),
        mail: nullableText.meta({ description: 'The sender' }),
      })
      .meta({ description: 'What the environment of the server sets up; null where it does not' }),
  })
  .meta({ id: 'Settings' });

export const feedTry = z.strictObject({ url: feed.shape.url }).meta({ id: 'FeedTry' });

export const tried = z
  .object({ isFine: z.boolean(), message: z.string() })
  .meta({ id: 'Tried', description: 'What came of it, in a sentence' });
