import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const running = new Set<ChildProcess>();

/** Starts one of the programs beside this file; all of them end with the benchmark. */
export const startChild = (
  program: 'bare' | 'load' | 'render',
  env: Record<string, string> = {},
): ChildProcess => {
  const file = fileURLToPath(new URL(`./processes/${program}.process.ts`, import.meta.url));
  const child = fork(file, [], {
    serialization: 'advanced',
    execArgv: ['--disable-warning=ExperimentalWarning'],
    env: { ...process.env, NODE_ENV: 'production', ...env },
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
};

/** The next thing that a child says; a child that ends instead is an error. */
export const receive = async <T>(child: ChildProcess): Promise<T> => {
  const waiting = new AbortController();
  const { signal } = waiting;
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`A process of the benchmark ended with ${code}`);
  });
  try {
    const [message] = await Promise.race([once(child, 'message', { signal }), ended]);
    return message as T;
  } finally {
    ended.catch(() => undefined);
    waiting.abort();
  }
};

export const tell = async <T>(child: ChildProcess, order: object): Promise<T> => {
  child.send(order);
  return receive<T>(child);
};

export const stopChildren = () => {
  for (const child of running) child.kill('SIGKILL');
};
