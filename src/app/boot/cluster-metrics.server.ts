import cluster from 'node:cluster';
import { on } from 'node:events';
import { AggregatorRegistry, type Registry } from 'prom-client';
import type { MetricsSource } from '#platform/metrics/metrics.server.ts';

const ASK = 'metrics-of-all';
const LIMIT_MS = 5000;

interface Told {
  type: typeof ASK;
  text: string;
}

const isTold = (message: unknown): message is Told =>
  typeof message === 'object' && message !== null && 'type' in message && message.type === ASK;

/** In the first process: adds up the figures of all workers for the one that was asked. */
export const tellClusterMetrics = () => {
  const aggregator = new AggregatorRegistry();
  cluster.on('message', (worker, message: unknown) => {
    if (message !== ASK) return;
    aggregator.clusterMetrics().then(
      (text) => worker.send({ type: ASK, text } satisfies Told),
      // The worker's own time limit ends its wait.
      () => undefined,
    );
  });
};

const askAll = async (): Promise<string> => {
  const messages = on(process, 'message', { signal: AbortSignal.timeout(LIMIT_MS) });
  process.send?.(ASK);
  for await (const [message] of messages) if (isTold(message)) return message.text;
  throw new Error('The figures of the other processes did not come');
};

/** The figures of this process, or of all of them when it is one of several. */
export const metricsSource = (registry: Registry): MetricsSource => {
  const { contentType } = registry;
  if (!cluster.isWorker) return { contentType, read: () => registry.metrics() };
  AggregatorRegistry.setRegistries(registry);
  // Makes this process answer when the first one collects.
  new AggregatorRegistry();
  return { contentType, read: askAll };
};
