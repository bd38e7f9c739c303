import type { HeaderFields } from './buffered-response.server.ts';

export interface SecurityOptions {
  siteUrl: string;
  /** Origins besides our own that a form may end up at: the sign-in provider. */
  formTargets?: readonly string[];
  /** Hosts besides our own that pictures come from. */
  imageHosts?: readonly string[];
  /** The development server speaks over a socket of its own. */
  isDev?: boolean;
}

const FRAMES = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://fast.wistia.net',
  'https://fast.wistia.com',
].join(' ');

const PERMISSIONS = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
  .map((name) => `${name}=()`)
  .join(', ');

/** For responses that are no pages: nothing in them may run, load or be framed. */
export const INERT_POLICY = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox";
/** For files: a drawing may carry its own style, and nothing in it runs. */
export const FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; sandbox";
/** For a service worker, which a sandbox would keep from running. */
export const WORKER_POLICY = "default-src 'none'";
/** For the reader of the API and our own plain pages: a style of their own, a form to ourselves, and nothing else. */
export const PLAIN_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/** The policy of a page; hashes instead of a nonce, because visitors share the same bytes. */
export const pagePolicy = (hashes: readonly string[], options: SecurityOptions): string =>
  [
    "default-src 'none'",
    ["script-src 'self'", ...hashes.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' data:", ...(options.imageHosts ?? []).map((host) => `https://${host}`)].join(
      ' ',
    ),
    "font-src 'self'",
    "media-src 'self' https:",
    `frame-src ${FRAMES}`,
    `connect-src 'self'${options.isDev ? ' ws: wss:' : ''}`,
    "manifest-src 'self'",
    ["form-action 'self'", ...(options.formTargets ?? [])].join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ');

/** Headers of every response. */
export const commonHeaders = ({ siteUrl }: SecurityOptions): HeaderFields => ({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': PERMISSIONS,
  'Cross-Origin-Opener-Policy': 'same-origin',
  ...(siteUrl.startsWith('https:') && {
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  }),
});
