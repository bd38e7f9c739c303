type Attributes = Record<string, string | number | string[]>;

/** A request and a job begin a trace, a call outside may; a statement and any other part belong to one. */
export type SpanOf = 'request' | 'job' | 'outbound' | 'statement' | 'part';

export interface Described {
  name: string;
  attributes?: Attributes;
  /** The `traceparent` that came with a request. */
  parent?: string | undefined;
}

/** Adds what is known only when the work is done. */
export type Note = (attributes: Attributes) => void;

export type InSpan = <T>(
  of: SpanOf,
  describe: () => Described,
  work: (note: Note) => Promise<T>,
) => Promise<T>;

export const noteNothing: Note = () => undefined;

let traced: InSpan | undefined;

export const traceWith = (given: InSpan | undefined) => {
  traced = given;
};

/** Times work where traces are asked for; elsewhere it is the work alone. */
export const inSpan: InSpan = (of, describe, work) =>
  traced ? traced(of, describe, work) : work(noteNothing);

/** Has each call of a piece of work be a part, named after its owner, of the trace that it is made in. */
export const partsOf =
  (owner: string) =>
  <Args extends unknown[], T>(name: string, work: (...args: Args) => Promise<T>) => {
    const describe = () => ({ name: `${owner}.${name}` });
    return (...args: Args): Promise<T> => inSpan('part', describe, () => work(...args));
  };

/** The host alone: a path may hold the secret of a webhook, a query the words of a search. */
export const callTo = (method: string, address: string) => (): Described => {
  const url = URL.parse(address);
  const port = Number(url?.port) || (url?.protocol === 'http:' ? 80 : 443);
  return {
    name: method,
    attributes: {
      'http.request.method': method,
      ...(url ? { 'server.address': url.hostname, 'server.port': port } : {}),
    },
  };
};

/** No `traceparent` goes along: whoever is called is another's system, and learns nothing of our visitors. */
export const fetchTraced = (request: Request): Promise<Response> =>
  inSpan('outbound', callTo(request.method, request.url), async (note) => {
    const response = await fetch(request);
    note({ 'http.response.status_code': response.status });
    return response;
  });
