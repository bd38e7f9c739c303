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
 * are bounded and it needs a sixth of this; NODE_OPTIONS can raise it.
 */
export const SERVER_FLAGS = process.env.NODE_OPTIONS?.includes(HEAP)
  ? NODE_FLAGS
  : [...NODE_FLAGS, `${HEAP}=768`];

/**
 * glibc keeps a heap for each thread and hands little of it back: packing and pictures, which run in threads of Node's
 * pool, left a hundred megabytes behind. Two heaps, and large blocks that go back to the system when they are freed.
 * It is read before Node's first line, so that only the parent process can set it.
 */
export const SERVER_ENV = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
};
