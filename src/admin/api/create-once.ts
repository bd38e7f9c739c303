/** `randomUUID` exists over https only. */
export const makeKey = () =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** The keys of creates without a response yet, by request body. */
const unanswered = new Map<string, string>();

/** For a create by one click: a second click after a lost response sends the key of the first, and makes nothing twice. */
export const createOnce = async <Body extends object, Made>(
  body: Body,
  send: (request: { body: Body; key: string }) => Promise<Made>,
): Promise<Made> => {
  const what = JSON.stringify(body);
  const key = unanswered.get(what) ?? makeKey();
  unanswered.set(what, key);
  const made = await send({ body, key });
  unanswered.delete(what);
  return made;
};
