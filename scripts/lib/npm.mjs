import { spawn } from 'node:child_process';
import { root } from './project.mjs';

/** Runs npm in the project or another folder: resolves to what went wrong, or to nothing. */
export function runNpm(args, { stdio, cwd = root, onStart = () => {} }) {
  // The Node that runs npm, since npm may be about to replace the one that runs this.
  const node = process.env.npm_node_execpath ?? process.execPath;
  const npm = process.env.npm_execpath;
  const options = { cwd, stdio };
  return new Promise((resolve) => {
    const child = npm
      ? spawn(node, [npm, ...args], options)
      : spawn('npm', args, { ...options, shell: process.platform === 'win32' });
    onStart(child);
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => resolve(code === 0 ? undefined : `npm ended with ${code}`));
  });
}
