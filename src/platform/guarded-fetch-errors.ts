/** We would not ask: the address, the redirect or the request is not one that we may send. */
export class FetchRefused extends Error {
  override name = 'FetchRefused';
}

/** We asked, and no usable response came within the bounds. */
export class FetchFailed extends Error {
  override name = 'FetchFailed';
}

/** A response came, and there was more of it than we take. */
export class TooLarge extends FetchFailed {}
