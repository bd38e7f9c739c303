/** The only names that an upload ever gets, random, so that none can be guessed: no other file is served. */
export const UPLOAD_NAME = /^[0-9a-f]{32}\.webp$/;
