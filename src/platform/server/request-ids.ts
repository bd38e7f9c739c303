/** Short ids, unique over restarts and nodes: counting on from a random start costs nothing per request. */
export const createRequestIds = (): (() => string) => {
  const node = crypto.randomUUID().replaceAll('-', '').slice(0, 12);
  let count = 0;
  return () => {
    count += 1;
    return `${node}-${count.toString(36)}`;
  };
};
