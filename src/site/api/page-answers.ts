import { hashKey, QueryClient, type QueryKey } from '@tanstack/react-query';

interface Query<T> {
  queryKey: QueryKey;
  queryFn?: unknown;
  /** What the types of a query's options carry. */
  data?: T;
}

export interface PageAnswer {
  key: QueryKey;
  hash: string;
  data: unknown;
}

/**
 * The query cache of a page while the server makes it: each answer is asked for once and stays. Nothing here is watched,
 * gets old or is tried again, which is most of what the browser's cache does and all of its price.
 */
export class PageAnswers extends QueryClient {
  readonly #answers = new Map<string, PageAnswer>();
  readonly #failures = new Map<string, Error>();
  readonly #asked = new Map<string, Promise<unknown>>();

  readonly #ask = async ({ queryKey, queryFn }: Query<unknown>): Promise<unknown> => {
    const data: unknown = await (queryFn as () => unknown)();
    this.setQueryData(queryKey, data);
    return data;
  };

  override ensureQueryData<T>(query: Query<T>): Promise<T> {
    const hash = hashKey(query.queryKey);
    const asked = this.#asked.get(hash) ?? this.#ask(query);
    this.#asked.set(hash, asked);
    return asked as Promise<T>;
  }

  override async prefetchQuery(query: Query<unknown>): Promise<void> {
    try {
      await this.ensureQueryData(query);
    } catch (error) {
      // The page shows itself without it, and says so.
      this.#failures.set(hashKey(query.queryKey), error as Error);
    }
  }

  override getQueryData<T>(key: QueryKey): T | undefined {
    return this.#answers.get(hashKey(key))?.data as T | undefined;
  }

  override setQueryData(key: QueryKey, data: unknown): undefined {
    const hash = hashKey(key);
    this.#answers.set(hash, { key, hash, data });
  }

  failureOf(key: QueryKey): Error | null {
    return this.#failures.get(hashKey(key)) ?? null;
  }

  all(): PageAnswer[] {
    return [...this.#answers.values()];
  }

  /** The answer that consists of these very data. */
  find(data: unknown): PageAnswer | undefined {
    return this.#answers.values().find((answer) => answer.data === data);
  }
}
