import { hashKey, QueryClient, type QueryKey } from '@tanstack/react-query';

interface Query<T> {
  queryKey: QueryKey;
  queryFn?: unknown;
  /** What the types of a query's options carry. */
  data?: T;
}

export interface PageAnswer {
  key: QueryKey;
  data: unknown;
}

/** Most keys are one address. */
const nameOf = (key: QueryKey): string => {
  const [first] = key;
  return key.length === 1 && typeof first === 'string' ? first : hashKey(key);
};

/**
 * The query cache of a page while the server makes it: each answer is asked for once and stays. Nothing here is watched,
 * gets old or is tried again, which is most of what the browser's cache does and all of its price.
 */
export class PageAnswers extends QueryClient {
  readonly #answers: (PageAnswer & { name: string })[] = [];
  readonly #failures = new Map<string, Error>();
  readonly #asked = new Map<string, Promise<unknown>>();

  readonly #ask = async ({ queryKey, queryFn }: Query<unknown>): Promise<unknown> => {
    const data: unknown = await (queryFn as () => unknown)();
    this.setQueryData(queryKey, data);
    return data;
  };

  /** What was given without being asked for. */
  #find(name: string): Promise<unknown> | undefined {
    const known = this.#answers.find((answer) => answer.name === name);
    return known && Promise.resolve(known.data);
  }

  override ensureQueryData<T>(query: Query<T>): Promise<T> {
    const name = nameOf(query.queryKey);
    const asked = this.#asked.get(name) ?? this.#find(name) ?? this.#ask(query);
    this.#asked.set(name, asked);
    return asked as Promise<T>;
  }

  override async prefetchQuery(query: Query<unknown>): Promise<void> {
    try {
      await this.ensureQueryData(query);
    } catch (error) {
      // The page shows itself without it, and says so.
      this.#failures.set(nameOf(query.queryKey), error as Error);
    }
  }

  override getQueryData<T>(key: QueryKey): T | undefined {
    const name = nameOf(key);
    return this.#answers.find((answer) => answer.name === name)?.data as T | undefined;
  }

  override setQueryData(key: QueryKey, data: unknown): undefined {
    const name = nameOf(key);
    const known = this.#answers.find((answer) => answer.name === name);
    if (known) known.data = data;
    else this.#answers.push({ name, key, data });
  }

  failureOf(key: QueryKey): Error | null {
    return this.#failures.get(nameOf(key)) ?? null;
  }

  all(): readonly PageAnswer[] {
    return this.#answers;
  }

  /** The answer that consists of these very data. */
  find(data: unknown): PageAnswer | undefined {
    return this.#answers.find((answer) => answer.data === data);
  }
}
