import * as z from 'zod';
import { rowId } from '#platform/text-rules.ts';

const MAX_COMMENT = 4000;
const MAX_QUOTE = 1000;
const MAX_MENTIONS = 20;

const text = z
  .string()
  .trim()
  .min(1, 'Write something first')
  .max(MAX_COMMENT, `A comment has at most ${MAX_COMMENT} characters`);

const mentions = z.array(rowId).max(MAX_MENTIONS, `Mention at most ${MAX_MENTIONS} people`);

export const newCommentSchema = z
  .strictObject({
    text,
    threadId: rowId
      .optional()
      .meta({ description: 'Of a reply: the comment that began the thread' }),
    field: z
      .string()
      .max(60)
      .optional()
      .meta({ description: 'The name of the field that it is about' }),
    quote: z
      .string()
      .min(1)
      .max(MAX_QUOTE)
      .optional()
      .meta({ description: 'The words that it is about' }),
    mentions: mentions.default([]).meta({ description: 'The ids of the users to notify' }),
  })
  .meta({ id: 'NewComment' });

export const commentChangeSchema = z
  .strictObject({
    text: text.optional().meta({ description: 'Of one’s own comment' }),
    mentions: mentions.optional(),
    isResolved: z.boolean().optional().meta({ description: 'Of the first comment of a thread' }),
  })
  .meta({ id: 'CommentChange' });

const when = z.iso.datetime();

export const commentSchema = z
  .object({
    id: z.int(),
    threadId: z.int().nullable(),
    field: z.string().nullable(),
    quote: z.string().nullable(),
    text: z.string().meta({ description: 'Plain text; empty where it was taken back' }),
    mentions: z.array(z.int()),
    authorId: z.int().nullable(),
    authorEmail: z.string(),
    createdAt: when,
    editedAt: when.nullable(),
    resolvedAt: when.nullable(),
    resolvedBy: z.string().nullable(),
    deletedAt: when.nullable(),
  })
  .meta({ id: 'Comment' });
