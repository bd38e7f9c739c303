import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { CHANGES_CHANNEL, emitChange, isCommitting, onChange } from '#platform/changes.server.ts';

export interface ListenerOptions {
  url: string;
  pool: pg.Pool;
  log: Logger;
  /** Hears of the changes that this node made itself. */
  onLocalChange?: (keys: readonly string[]) => void;
  /** Tells whether other nodes' changes are heard at the moment. */
  onListening?: (isListening: boolean) => void;
}

const HEARTBEAT_MS = 1000;
const PATIENCE_MS = 1500;
const MAX_PAUSE_MS = 1000;
const ECHO_MS = 10_000;

const parseKeys = (payload: string | undefined): string[] => {
  try {
    const keys: unknown = JSON.parse(payload ?? '');
    if (Array.isArray(keys)) return keys.map(String);
  } catch {
    // Somebody else's words on our channel: to be safe, everything may have changed.
  }
  return ['*'];
};

const pidOf = (client: object): number =>
  'processID' in client && typeof client.processID === 'number' ? client.processID : 0;

/** Brings other nodes' changes here; a lost connection may have missed some, so then everything changed. */
export const createChangeListener = (options: ListenerOptions) => {
  const { log, pool } = options;
  const ownBackends = new Set<number>();
  let echoes: { keys: Set<string>; until: number }[] = [];
  let isEmitting = false;
  let isClosed = false;
  let isAway = false;
  let client: pg.Client | undefined;

  const emit = (keys: readonly string[]) => {
    isEmitting = true;
    try {
      emitChange(keys);
    } finally {
      isEmitting = false;
    }
  };

  const forgetLocal = onChange((keys) => {
    if (isEmitting || keys.length === 0) return;
    echoes = echoes.filter((echo) => echo.until > Date.now()).slice(-100);
    echoes.push({ keys: new Set(keys), until: Date.now() + ECHO_MS });
    options.onLocalChange?.(keys);
  });

  /** What this node wrote comes back from the database; it was dealt with before the write was answered. */
  const isEcho = (keys: string[], backend: number) =>
    ownBackends.has(backend) &&
    (isCommitting(keys) ||
      echoes.some((echo) => echo.until > Date.now() && keys.every((key) => echo.keys.has(key))));

  const watchBackend = (backend: pg.PoolClient) => {
    const pid = pidOf(backend);
    ownBackends.add(pid);
    backend.once('end', () => ownBackends.delete(pid));
    // Without a listener a connection lost inside a transaction would end the process.
    // Whether its last commit happened is unknown, so everything may have changed.
    backend.on('error', () => emit(['*']));
  };
  pool.on('connect', watchBackend);

  const hear = (message: pg.Notification) => {
    const keys = parseKeys(message.payload);
    if (!isEcho(keys, message.processId)) emit(keys);
  };

  const open = async (): Promise<pg.Client> => {
    const next = new pg.Client({
      connectionString: options.url,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      keepAlive: true,
      application_name: 'family-office-software changes',
    });
    next.on('notification', hear);
    next.on('error', () => undefined);
    try {
      await next.connect();
      await next.query(`LISTEN ${CHANGES_CHANNEL}`);
      return next;
    } catch (error) {
      next.end().catch(() => undefined);
      throw error;
    }
  };

  /** Ends when the connection does, or when it no longer answers. */
  const watch = async (current: pg.Client) => {
    const over = Promise.withResolvers<void>();
    current.once('end', over.resolve);
    current.once('error', over.resolve);
    const beat = setInterval(() => {
      current.query('select 1').catch(() => over.resolve());
    }, HEARTBEAT_MS);
    beat.unref();
    await over.promise;
    clearInterval(beat);
  };

  const stayConnected = async (first: pg.Client) => {
    let current: pg.Client | undefined = first;
    let pause = 100;
    while (!isClosed) {
      if (current) {
        await watch(current);
        current.end().catch(() => undefined);
        if (isClosed) return;
        isAway = true;
        options.onListening?.(false);
        emit(['*']);
        log.warn('lost the connection that hears of changes; connecting again');
      }
      current = await open().catch(() => undefined);
      if (!current) {
        await sleep(pause, undefined, { ref: false });
        pause = Math.min(pause * 2, MAX_PAUSE_MS);
        continue;
      }
      client = current;
      pause = 100;
      isAway = false;
      emit(['*']);
      options.onListening?.(true);
      log.info('hearing of changes again');
    }
  };

  return {
    /** True while the database does not answer this listener. */
    isAway: () => isAway,
    async start() {
      client = await open();
      void stayConnected(client);
    },
    async close() {
      isClosed = true;
      forgetLocal();
      pool.off('connect', watchBackend);
      await client?.end().catch(() => undefined);
    },
  };
};

export type ChangeListener = ReturnType<typeof createChangeListener>;
