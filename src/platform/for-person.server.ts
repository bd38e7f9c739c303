import { AsyncLocalStorage } from 'node:async_hooks';
import pLimit, { type LimitFunction } from 'p-limit';

/** The person for whom a call works, and whether that client still waits for the response. */
interface Client {
  person: number;
  signal(): AbortSignal;
}

const clients = new AsyncLocalStorage<Client>();

export const workFor = <T>(client: Client, work: () => Promise<T>): Promise<T> =>
  clients.run(client, work);

/** One person's pages leave room in the reading thread for those of others. */
const AT_ONCE = 2;

const turns = new Map<number, LimitFunction>();

/** Asks a service outside: for one person twice at once, and no more when the client has gone. */
export const askOutside = async <T>(ask: (signal?: AbortSignal) => Promise<T>): Promise<T> => {
  const client = clients.getStore();
  if (!client) return ask();
  const { person } = client;
  const inTurn = turns.get(person) ?? pLimit(AT_ONCE);
  turns.set(person, inTurn);
  try {
    return await inTurn(() => ask(client.signal()));
  } finally {
    if (inTurn.activeCount + inTurn.pendingCount === 0) turns.delete(person);
  }
};
