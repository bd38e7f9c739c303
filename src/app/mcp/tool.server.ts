import type { CallToolResult, Tool as ListedTool } from '@modelcontextprotocol/server';
import { stringify } from 'yaml';
import * as z from 'zod';
import { ApiError } from '#platform/api-error.ts';
import { AppError, invalid } from '#platform/errors.ts';
import { problemsOf } from '#platform/problems.ts';
import type { Reads } from './reads.server.ts';

interface ToolSpec<I extends z.ZodObject, O extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: I;
  output: O;
  read(input: z.output<I>, reads: Reads): Promise<z.output<O>>;
}

/** Plain JSON, as the protocol has it. */
const schemaOf = (schema: z.ZodObject, io: 'input' | 'output'): ListedTool['inputSchema'] =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io })));

const isEmpty = (value: unknown) =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** The same for people, and for assistants that read nothing but text; nothing stands for what is empty. */
const asText = (output: object) =>
  stringify(output, (_key, value: unknown) => (isEmpty(value) ? undefined : value), {
    lineWidth: 0,
    aliasDuplicateObjects: false,
  });

const asError = (message: string, fields: unknown): CallToolResult => {
  const lines = Object.entries(fields ?? {}).map(([field, problem]) => `${field}: ${problem}`);
  return { isError: true, content: [{ type: 'text', text: [message, ...lines].join('\n') }] };
};

/** A read-only tool: bad arguments and unknown names come back as sentences by field. */
export const defineTool = <I extends z.ZodObject, O extends z.ZodObject>({
  input,
  output,
  read,
  ...told
}: ToolSpec<I, O>) => ({
  listed: {
    ...told,
    inputSchema: schemaOf(input, 'input'),
    outputSchema: schemaOf(output, 'output'),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
  async call(given: unknown, reads: Reads): Promise<CallToolResult> {
    try {
      const asked = input.safeParse(given ?? {}, { reportInput: true });
      if (!asked.success) throw invalid(problemsOf(asked.error, (key) => key));
      const result = await read(asked.data, reads);
      return { content: [{ type: 'text', text: asText(result) }], structuredContent: result };
    } catch (error) {
      if (error instanceof AppError) return asError(error.message, error.fields);
      if (!(error instanceof ApiError)) throw error;
      const { message = 'Please try again shortly', fields } = error.json ?? {};
      return asError(String(message), fields);
    }
  },
});

export const name = z.string().trim().min(1).max(200);

export const cursor = z
  .string()
  .regex(/^\d{1,6}$/, 'Use the nextCursor of the page before, or leave it out')
  .optional()
  .meta({ description: 'The nextCursor of the page before; without it the first page' });

/** The end of every list. */
export const paging = {
  total: z.int().meta({ description: 'How many there are on all pages' }),
  nextCursor: z.string().nullable().meta({ description: 'Ask with it for the next page' }),
};

export const pageOf = <T>(all: readonly T[], from: string | undefined, size: number) => {
  const start = Number(from ?? 0);
  const end = start + size;
  return {
    items: all.slice(start, end),
    total: all.length,
    nextCursor: end < all.length ? String(end) : null,
  };
};
