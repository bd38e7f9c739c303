import { reportSession } from '#admin/session/watch-session.ts';
import {
  type ListedAt,
  type ParamsArgument,
  type PathOf,
  pathWith,
  type RequestArgument,
  type ResponseOf,
} from '#client/api-calls.ts';
import { type Ask, createApiClient, type ListPage } from '#client/api-client.ts';
import { ApiError } from '#platform/api-error.ts';
import { ROLE_HEADER } from '#platform/viewer.ts';

/** Whether a response was made for a signed-in user. */
const isForMe = ({ headers }: Response) => headers.has(ROLE_HEADER);

const reach: Ask = async (address, init) => {
  const response = await fetch(address, { ...init, credentials: 'include' });
  if (isForMe(response) || response.status === 401) reportSession(isForMe(response));
  return response;
};

/** Without a session a public call responds as to any visitor, drafts missing; to the panel that is a 401 like any other. */
const reachAsMe: Ask = async (address, init) => {
  const response = await reach(address, init);
  const isOfVisitors = (response.ok || response.status === 404) && !isForMe(response);
  if (!isOfVisitors) return response;
  reportSession(false);
  throw new ApiError(401, 'Unauthorized', '');
};

const readJson = (response: Response) => response.json();
const client = createApiClient(reachAsMe, readJson);

export const adminGet = client.get;

/** A call that changes something; only sign-in calls succeed without a session. */
export const adminAsk = createApiClient(reach, readJson).ask;
/** Calls that change something, typed by their endpoints. */
export const adminSend = async <
  Method extends 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  Path extends PathOf<Method>,
>(
  method: Method,
  path: Path,
  ...[request]: RequestArgument<Method, Path>
): Promise<ResponseOf<Method, Path>> => {
  const { params, body, version, key, signal } = request ?? {};
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (version !== undefined) headers['if-match'] = `"v${version}"`;
  if (key !== undefined) headers['idempotency-key'] = key;
  const init = { method, headers, body: JSON.stringify(body), signal };
  return (await adminAsk(pathWith(path, params), init)).json();
};

const nextOf = ({ headers }: Response): string | undefined =>
  headers.get('link')?.match(/<([^<>]+)>; rel="next"/)?.[1];

/**
 * A list, and how many there are in all; without a session it is empty (spec, section 6). Without a limit it is the
 * whole list, which the server hands out in parts.
 */
export const adminList = async <Path extends PathOf<'get'>, const View = undefined>(
  path: Path,
  ...[params]: ParamsArgument<Path, { view?: View }>
): Promise<ListPage<ListedAt<Path, View>>> => {
  try {
    const address = pathWith(path, params);
    const isWhole = !/[?&]limit=/.test(address);
    let response = await client.ask(address);
    const { items, total } = await client.readList<ListedAt<Path, View>>(response);
    for (let next = nextOf(response); isWhole && next; next = nextOf(response)) {
      response = await client.ask(next);
      items.push(...(await response.json()));
    }
    return { items, total };
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return { items: [], total: 0 };
    throw error;
  }
};
