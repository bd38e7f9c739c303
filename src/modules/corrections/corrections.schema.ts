import * as z from 'zod';
import { emailSchema } from '#modules/auth/sign-in.schema.ts';
import { completeLink, isWebAddress } from '#platform/safe-link.ts';
import { cleanText, rowId } from '#platform/text-rules.ts';

/** Accepted waits for its edit; changed is accepted in public. No correction is merged any more. */
export const CORRECTION_STATES = [
  'open',
  'accepted',
  'changed',
  'refused',
  'merged',
  'spam',
] as const;

export type CorrectionState = (typeof CORRECTION_STATES)[number];

/** What the public ledger calls them; spam was no correction, and an edit that waits has changed nothing. */
export const PUBLIC_STATES = { changed: 'accepted', refused: 'refused', merged: 'merged' } as const;

/** Changed says that the page is right now, where no edit of the item itself made it so. */
const DECISIONS = ['accept', 'changed', 'reopen', 'refuse', 'spam'] as const;

export const CORRECTIONS = {
  name: 'Corrections',
  description: 'What readers say is wrong, what the desk decides, and the public ledger of it.',
};

export const MAX_TEXT = 2000;
export const MAX_ADDRESS = 1000;
const MAX_REASON = 600;

/** An address elsewhere: no path of this site, and nothing but http(s). */
const sourceAddress = z
  .string()
  .trim()
  .max(MAX_ADDRESS)
  .overwrite(completeLink)
  .refine(isWebAddress, 'Give an address that begins with https:// or http://');

export const newCorrection = z
  .strictObject({
    path: z.string().trim().min(1).max(MAX_ADDRESS).meta({
      description: 'The public page, such as /about; after # the fact or feature, if it is one',
    }),
    text: cleanText(
      z
        .string()
        .trim()
        .min(1, 'Say what is wrong')
        .max(MAX_TEXT, `Use at most ${MAX_TEXT} characters`),
    ).meta({ description: 'What is wrong, and why; never shown in public' }),
    url: sourceAddress.optional().meta({ description: 'A page that shows it' }),
    email: emailSchema.optional().meta({
      description: 'For the answer; deleted 90 days after the decision',
    }),
    isFromVendor: z.boolean().default(false).meta({
      description: 'Whether the sender works for the vendor that it is about; never public',
    }),
  })
  .meta({ id: 'NewCorrection' });

export type NewCorrection = z.output<typeof newCorrection>;

export const received = z.object({ received: z.literal(true) }).meta({ id: 'CorrectionReceived' });

export const correction = z
  .object({
    id: z.int(),
    path: z.string(),
    part: z.string().nullable(),
    title: z.string(),
    text: z.string(),
    url: z.string().nullable(),
    email: z.string().nullable(),
    isFromVendor: z.boolean().meta({ description: 'As the sender says; nobody checked it' }),
    state: z.enum(CORRECTION_STATES),
    reason: z.string().nullable(),
    mergedInto: z.int().nullable(),
    item: z
      .object({ collection: z.string(), id: z.int() })
      .nullable()
      .meta({ description: 'Where an accepted correction is made' }),
    isAnswered: z.boolean().meta({ description: 'Whether the answer was sent by mail' }),
    receivedAt: z.iso.datetime(),
    decidedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Correction' });

export const decisionBody = z
  .strictObject({
    decision: z.enum(DECISIONS),
    reason: cleanText(z.string().trim().max(MAX_REASON, `Use at most ${MAX_REASON} characters`))
      .optional()
      .meta({ description: 'Public; a refusal needs one' }),
  })
  .meta({ id: 'CorrectionDecision' });

export type DecisionBody = z.output<typeof decisionBody>;

export const MOST_AT_ONCE = 50;

export const decisionsBody = decisionBody
  .extend({ ids: z.array(rowId).min(1).max(MOST_AT_ONCE) })
  .meta({ id: 'CorrectionDecisions' });

export const ledger = z
  .object({
    received: z.int(),
    accepted: z.int(),
    refused: z.int(),
    merged: z.int(),
    medianDays: z
      .number()
      .nullable()
      .meta({ description: 'From receipt to decision, of the last 90 days' }),
    total: z.int(),
    items: z.array(
      z
        .object({
          id: z.int(),
          page: z
            .object({ path: z.string(), title: z.string() })
            .nullable()
            .meta({ description: 'Null where the page is no longer public' }),
          decision: z.enum(PUBLIC_STATES).meta({
            description: 'Accepted: the edit that answers it is live',
          }),
          reason: z.string().nullable(),
          mergedInto: z.int().nullable().meta({ description: 'The correction that says the same' }),
          receivedOn: z.iso.date(),
          decidedOn: z.iso.date(),
          days: z.int(),
        })
        .meta({ id: 'LedgerEntry' }),
    ),
  })
  .meta({ id: 'CorrectionLedger' });
