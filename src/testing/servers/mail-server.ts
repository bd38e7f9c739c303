import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** As much of a mail server as one letter needs. */
export const startMailServer = async () => {
  const letters: string[] = [];
  const server = createServer((socket) => {
    let isLetter = false;
    let pending = '';
    const say = (line: string) => socket.write(`${line}\r\n`);
    const hear = (line: string) => {
      if (isLetter) {
        if (line !== '.') return void letters.push(line);
        isLetter = false;
        return say('250 taken');
      }
      const word = line.slice(0, 4).toUpperCase();
      if (word === 'DATA') isLetter = true;
      if (word === 'QUIT') return void socket.end('221 bye\r\n');
      return say(isLetter ? '354 go on' : '250 ok');
    };
    say('220 loopback');
    socket.on('data', (chunk) => {
      pending += String(chunk);
      const lines = pending.split('\r\n');
      pending = lines.pop() ?? '';
      for (const line of lines) hear(line);
    });
    socket.on('error', () => undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    /** Received mail without the line breaks of its encoding. */
    text: () => letters.join('\n').replace(/=\n/g, '').replaceAll('=3D', '='),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
