/**
 * How the server and all commands are run.
 *
 * Importing the server leaves much garbage in a young generation that V8 lets grow to many times what a request needs;
 * with a smaller one the process stays small, and sends and renders as much.
 */
export const NODE_FLAGS = [
  '--import',
  new URL('./quick-resolve.mjs', import.meta.url).href,
  '--max-semi-space-size=8',
];

const HEAP = '--max-old-space-size';

/**
 * The server besides: V8 lets a heap grow by how much it may take, which by default is half of the machine. Its caches
 * are bounded and it needs a sixth of this; who needs more says so in NODE_OPTIONS.
 */
export const SERVER_FLAGS = process.env.NODE_OPTIONS?.includes(HEAP)
  ? NODE_FLAGS
  : [...NODE_FLAGS, `${HEAP}=768`];
