/**
 * How the server and its commands are run.
 *
 * Importing the server leaves much garbage in a young generation that V8 lets grow to many times what a request needs;
 * with a smaller one the process stays small, and sends and renders as much.
 */
export const NODE_FLAGS = [
  '--import',
  new URL('./quick-resolve.mjs', import.meta.url).href,
  '--max-semi-space-size=8',
];
