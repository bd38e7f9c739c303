/** We would not ask: the address, the redirect or the request is not one that we may send. */
export class FetchRefused extends Error {
  override name = 'FetchRefused';
}

/** We asked, and no usable answer came within the bounds. */
export class FetchFailed extends Error {
  override name = 'FetchFailed';
}
