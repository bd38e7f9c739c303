import type { IncomingHttpHeaders } from 'node:http';
import * as z from 'zod';
import { readRequest, startLoopback } from './loopback.ts';

/** OTLP as JSON, by the protocol's own trace.proto: ids in hex, times in decimal, names of enumerations as numbers. */
const scalar = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.union([z.int(), z.string().regex(/^-?\d+$/)]) }),
  z.strictObject({ doubleValue: z.number() }),
  z.strictObject({ boolValue: z.boolean() }),
]);
const value = z.union([
  scalar,
  z.strictObject({ arrayValue: z.strictObject({ values: z.array(scalar) }) }),
]);
const attributes = z.array(z.strictObject({ key: z.string().min(1), value }));
const count = z.int().min(0);
const nanoseconds = z.string().regex(/^\d{19}$/);
const spanId = z.string().regex(/^(?!0{16})[\da-f]{16}$/);
const span = z.strictObject({
  traceId: z.string().regex(/^(?!0{32})[\da-f]{32}$/),
  spanId,
  parentSpanId: spanId.optional(),
  traceState: z.string().optional(),
  flags: count.optional(),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  droppedAttributesCount: count.optional(),
  events: z.array(z.never()).optional(),
  droppedEventsCount: count.optional(),
  links: z.array(z.never()).optional(),
  droppedLinksCount: count.optional(),
  status: z.strictObject({ code: z.int().min(0).max(2).optional() }).optional(),
});
const scope = z.strictObject({ name: z.string(), version: z.string().optional() });
const exported = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes, droppedAttributesCount: count.optional() }),
      scopeSpans: z.array(z.strictObject({ scope, spans: z.array(span) })),
    }),
  ),
});

type Values = z.output<typeof attributes>;

/** As the code that made them had them. */
export const plain = (given: Values): Record<string, unknown> =>
  Object.fromEntries(
    given.map(({ key, value: held }) => [
      key,
      'arrayValue' in held
        ? held.arrayValue.values.map((one) => Object.values(one)[0])
        : Object.values(held)[0],
    ]),
  );

/** A collector of traces on a free port of this machine: keeps what it takes, and refuses what is not of the form. */
export const startCollector = async () => {
  const bodies: string[] = [];
  const requests: { method: string; path: string; headers: IncomingHttpHeaders }[] = [];
  const state = { status: 200, isSilent: false };
  const server = await startLoopback(async (request, response) => {
    const body = await readRequest(request);
    const { method = '', url: path = '', headers } = request;
    requests.push({ method, path, headers });
    if (state.isSilent) return;
    const isOfForm = exported.safeParse(JSON.parse(body)).success;
    if (state.status === 200 && isOfForm) bodies.push(body);
    response
      .writeHead(isOfForm ? state.status : 400, { 'content-type': 'application/json' })
      .end('{}');
  });
  const resources = () => bodies.flatMap((body) => exported.parse(JSON.parse(body)).resourceSpans);
  return {
    ...server,
    state,
    requests,
    text: () => bodies.join('\n'),
    resource: () => plain(resources()[0]?.resource.attributes ?? []),
    spans: () => resources().flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    forget() {
      bodies.length = 0;
      requests.length = 0;
      Object.assign(state, { status: 200, isSilent: false });
    },
  };
};

export type SentSpan = z.output<typeof span>;
