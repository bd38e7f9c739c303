import {
  type CallToolResult,
  type Tool as ListedTool,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { ApiError } from '#platform/api-error.ts';
import { AppError, invalid } from '#platform/errors.ts';
import { problemsOf } from '#platform/problems.ts';
import type { Reads } from './reads.server.ts';

interface ToolSpec<I extends z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: I;
  read(input: z.output<I>, reads: Reads): Promise<Record<string, unknown>>;
}

/** Plain JSON, as the protocol has it. */
const schemaOf = (schema: z.ZodObject): ListedTool['inputSchema'] =>
  JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io: 'input' })));

const asError = (message: string, fields: unknown): CallToolResult => {
  const lines = Object.entries(fields ?? {}).map(([field, problem]) => `${field}: ${problem}`);
  return { isError: true, content: [{ type: 'text', text: [message, ...lines].join('\n') }] };
};

/** A read-only tool: bad arguments and unknown names come back as sentences by field. */
export const defineTool = <I extends z.ZodObject>({ input, read, ...spec }: ToolSpec<I>) => ({
  listed: {
    ...spec,
    inputSchema: schemaOf(input),
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  },
  async call(given: unknown, reads: Reads): Promise<CallToolResult> {
    try {
      const asked = input.safeParse(given ?? {}, { reportInput: true });
      if (!asked.success) throw invalid(problemsOf(asked.error, (key) => key));
      const result = await read(asked.data, reads);
      const text = JSON.stringify(result);
      return { content: [{ type: 'text', text }], structuredContent: result };
    } catch (error) {
      if (error instanceof AppError) return asError(error.message, error.fields);
      if (!(error instanceof ApiError)) throw error;
      const { message = 'Please try again shortly', fields } = error.json ?? {};
      return asError(String(message), fields);
    }
  },
});

export const name = z.string().trim().min(1).max(200).meta({ description: 'Slug or name' });

const USE = 'Use the nextCursor of the page before, or leave it out';

export const cursor = z
  .string()
  .regex(/^\d{1,6}$/, USE)
  .optional()
  .meta({ description: 'The nextCursor of the page before; without it the first page' });

/** A page of a list; a cursor that no page gave is an error of the protocol. */
export const pageOf = <T>(all: readonly T[], from: string | undefined, size: number) => {
  const start = Number(from ?? 0);
  if (start > 0 && start >= all.length)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such page. ${USE}`);
  const end = start + size;
  return {
    items: all.slice(start, end),
    total: all.length,
    nextCursor: end < all.length ? String(end) : null,
  };
};
