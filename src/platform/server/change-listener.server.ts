import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import {
  CHANGES_CHANNEL,
  emitChange,
  isOwn,
  MISSED,
  parseMessage,
} from '#platform/changes.server.ts';
import { cutConnection } from '#platform/db/pool.server.ts';

export interface ListenerOptions {
  url: string;
  pool: pg.Pool;
  log: Logger;
  onListening?: (isListening: boolean) => void;
}

const HEARTBEAT_MS = 500;
const TIMEOUT_MS = 1500;
/** A heartbeat and this must pass before a request that has waited 1.3 s asks whether the database is away. */
const HEARTBEAT_TIMEOUT_MS = 800;
/** After four heartbeats without a word the connection is dead, and with it all that were open beside it; a machine that is merely busy has had its say by then. */
const DEAD_MS = 1900;
const MAX_PAUSE_MS = 1000;
const LISTEN = { text: `LISTEN ${CHANGES_CHANNEL}`, query_timeout: TIMEOUT_MS };

/** Brings other nodes' changes here; a lost connection may have missed some, so then everything changed. */
export const createChangeListener = (options: ListenerOptions) => {
  const { log, pool } = options;
  const backends = new Set<pg.PoolClient>();
  let isClosed = false;
  let isAway = false;
  /** When the heartbeat that is still unanswered was sent. */
  let askedAt: number | undefined;
  let client: pg.Client | undefined;

  /** Not this node's own: what it changes itself it tells itself. */
  const emit = (keys: readonly string[], isSoft = false) => emitChange(keys, isSoft, false);

  const watchBackend = (backend: pg.PoolClient) => {
    backends.add(backend);
    backend.once('end', () => backends.delete(backend));
    // Without a listener a connection lost inside a transaction would end the process.
    // Whether its last commit happened is unknown, so everything may have changed.
    backend.on('error', () => emit(MISSED));
  };
  pool.on('connect', watchBackend);

  /** Of a change whose last message has not come yet. */
  let begun: string[] = [];

  /** This node's own writes come back from the database; they were handled before their response. */
  const hear = ({ payload }: pg.Notification) => {
    const { keys: more, isSoft, hasMore, sender } = parseMessage(payload);
    const keys = [...begun, ...more];
    begun = hasMore ? keys : [];
    if (!hasMore && !isOwn(sender)) emit(keys, isSoft);
  };

  const open = async (): Promise<pg.Client> => {
    const next = new pg.Client({
      connectionString: options.url,
      connectionTimeoutMillis: TIMEOUT_MS,
      keepAlive: true,
      application_name: 'family-office-software changes',
    });
    next.on('notification', hear);
    next.on('error', () => undefined);
    try {
      await next.connect();
      await next.query(LISTEN);
      return next;
    } catch (error) {
      next.end().catch(() => undefined);
      throw error;
    }
  };

  /** Ends when the connection does, or when it no longer answers. */
  const watch = async (current: pg.Client): Promise<'ended' | 'timed-out'> => {
    const over = Promise.withResolvers<'ended' | 'timed-out'>();
    const end = () => over.resolve('ended');
    current.once('end', end);
    current.once('error', end);
    const ask = async () => {
      askedAt = Date.now();
      await current.query('select 1');
      askedAt = undefined;
    };
    const beat = async () => {
      if (askedAt === undefined) return ask().catch(end);
      if (Date.now() - askedAt < DEAD_MS) return;
      // After a pause of our own the database's word may lie here unread.
      await nextTurn();
      if (askedAt !== undefined) over.resolve('timed-out');
    };
    askedAt = undefined;
    const timer = setInterval(() => void beat(), HEARTBEAT_MS);
    timer.unref();
    const why = await over.promise;
    clearInterval(timer);
    return why;
  };

  /** New connections may work while open ones stay dead, and nothing would tell the queries that wait on them. */
  const cutBackends = () => {
    log.warn({ count: backends.size }, 'the database fell silent; ending the connections to it');
    for (const backend of backends) cutConnection(backend);
  };

  const stayConnected = async (first: pg.Client) => {
    let current: pg.Client | undefined = first;
    let pause = 100;
    while (!isClosed) {
      if (current) {
        const why = await watch(current);
        current.end().catch(() => undefined);
        if (isClosed) return;
        isAway = true;
        options.onListening?.(false);
        emit(MISSED);
        if (why === 'timed-out') cutBackends();
        log.warn('lost the connection that hears of changes; connecting again');
      }
      current = await open().catch(() => undefined);
      if (!current) {
        await sleep(pause, undefined, { ref: false });
        pause = Math.min(pause * 2, MAX_PAUSE_MS);
        continue;
      }
      if (isClosed) return void current.end().catch(() => undefined);
      client = current;
      pause = 100;
      isAway = false;
      emit(MISSED);
      options.onListening?.(true);
      log.info('hearing of changes again');
    }
  };

  return {
    /** True while the database does not answer this listener. */
    isAway: () => isAway || (askedAt !== undefined && Date.now() - askedAt >= HEARTBEAT_TIMEOUT_MS),
    async start() {
      client = await open();
      options.onListening?.(true);
      void stayConnected(client);
    },
    async close() {
      isClosed = true;
      pool.off('connect', watchBackend);
      await client?.end().catch(() => undefined);
    },
  };
};
