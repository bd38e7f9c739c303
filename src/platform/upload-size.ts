/** The only names that an upload ever gets, random, so that none can be guessed: no other file is served. */
export const UPLOAD_NAME = /^[0-9a-f]{32}\.webp$/;

const MEGABYTES = 5;

/** The largest image that is taken, in bytes and in words. */
export const MAX_UPLOAD_BYTES = MEGABYTES * 1_048_576;
export const MAX_UPLOAD = `${MEGABYTES} MB`;

export const UPLOAD_TOO_LARGE = `The image is larger than ${MAX_UPLOAD}`;
