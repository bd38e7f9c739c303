import type { ServerResponse } from 'node:http';

/**
 * Closes the connection of a client that takes no byte for `takeMs` while some wait for it, or that is silent for `idleMs`
 * while we have nothing to send. One that takes bytes, however slowly, goes on.
 */
export const dropStuckClient = (
  res: ServerResponse,
  { takeMs, idleMs }: { takeMs: number; idleMs: number },
) => {
  let bytes = 0;
  let quietMs = 0;
  res.setTimeout(takeMs, () => {
    const { socket } = res;
    if (!socket) return;
    const now = socket.bytesRead + socket.bytesWritten;
    quietMs = now === bytes ? quietMs + takeMs : takeMs;
    bytes = now;
    if (socket.writableLength > 0 || quietMs >= idleMs) socket.destroy();
    else socket.setTimeout(takeMs);
  });
};
