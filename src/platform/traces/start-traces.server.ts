import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import {
  parseKeyPairsIntoRecord,
  parseTraceParent,
  setGlobalErrorHandler,
} from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Logger } from 'pino';
import { codeOf } from '#platform/causes.server.ts';
import type { Settings } from '#platform/env.server.ts';
import { AppError } from '#platform/errors.ts';
import {
  type Described,
  type InSpan,
  type Note,
  noteNothing,
  type SpanOf,
  traceWith,
} from './in-span.server.ts';

const QUEUE = { maxQueueSize: 2048, maxExportBatchSize: 512, scheduledDelayMillis: 5000 };
const MAX_TEXT = 4000;

const KINDS: Record<SpanOf, SpanKind> = {
  request: SpanKind.SERVER,
  job: SpanKind.INTERNAL,
  outbound: SpanKind.CLIENT,
  statement: SpanKind.CLIENT,
  part: SpanKind.INTERNAL,
};

interface Current {
  span: Span;
  /** One clock for a whole trace: a part ends before what it is a part of. */
  now(): number;
}

const markFailed = (span: Span, type: string) => {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
};

/** The kind of error, never its message, which may repeat what somebody typed. */
const noteError = (span: Span, error: unknown) => {
  if (error instanceof AppError && error.status < 500) return;
  const name = error instanceof Error ? error.constructor.name : 'unknown';
  markFailed(span, codeOf(error) || name);
};

const isKept = ({ span }: Current) => (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0;

const createClock = () => {
  const offset = Date.now() - performance.now();
  return () => offset + performance.now();
};

const openProvider = (settings: Settings) => {
  const exporter = new OTLPTraceExporter({
    url: `${settings.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '')}/v1/traces`,
    headers: parseKeyPairsIntoRecord(settings.OTEL_EXPORTER_OTLP_HEADERS),
  });
  const detectors = [envDetector, serviceInstanceIdDetector];
  return new TracerProvider({
    resource: defaultResource()
      .merge(detectResources({ detectors }))
      .merge(resourceFromAttributes({ 'service.name': settings.OTEL_SERVICE_NAME })),
    // By the id alone: a visitor who sends a `traceparent` does not say what is kept.
    sampler: new TraceIdRatioBasedSampler(settings.OTEL_TRACES_SAMPLER_ARG),
    spanLimits: { attributeValueLengthLimit: MAX_TEXT },
    spanProcessors: [new BatchSpanProcessor({ ...QUEUE, exporter })],
  });
};

const parentOf = (around: Current | undefined, header: string | undefined) => {
  if (around) return trace.setSpan(ROOT_CONTEXT, around.span);
  const remote = header === undefined ? null : parseTraceParent(header);
  return remote ? trace.setSpanContext(ROOT_CONTEXT, { ...remote, isRemote: true }) : ROOT_CONTEXT;
};

/** Sends traces to a collector (OTLP) until it is closed; loaded only where one is set. */
export const startTraces = (settings: Settings, log: Logger) => {
  setGlobalErrorHandler((error) => {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason }, 'the collector of traces did not take them');
  });
  const provider = openProvider(settings);
  const tracer = provider.getTracer('family-office-software');
  const current = new AsyncLocalStorage<Current>();

  const inSpan: InSpan = async (of, describe, work) => {
    const around = of === 'request' || of === 'job' ? undefined : current.getStore();
    const isLeftOut = around ? !isKept(around) : of === 'statement' || of === 'part';
    if (isLeftOut) return work(noteNothing);
    const described = typeof describe === 'string' ? { name: describe } : describe();
    const { name, attributes, parent }: Described = described;
    const now = around?.now ?? createClock();
    const options = { kind: KINDS[of], attributes, startTime: now() };
    const span = tracer.startSpan(name, options, parentOf(around, parent));
    const note: Note = (known) => {
      span.setAttributes(known);
      const status = Number(known['http.response.status_code'] ?? 0);
      if (status >= (of === 'request' ? 500 : 400)) markFailed(span, String(status));
    };
    try {
      return await current.run({ span, now }, () => work(note));
    } catch (error) {
      noteError(span, error);
      throw error;
    } finally {
      span.end(now());
    }
  };
  traceWith(inSpan);

  return {
    /** Sends what waits, if the collector takes it in time. */
    async close(limitMs: number): Promise<void> {
      traceWith(undefined);
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, sleep(limitMs, undefined, { ref: false })]);
    },
  };
};
