import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type ParsedMail, simpleParser } from 'mailparser';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

interface Letter {
  raw: Buffer;
  mail: ParsedMail;
  /** Whom the mail server was told to send it to, whatever the headers say. */
  to: string[];
  /** How the client introduced itself. */
  hello: string;
}

interface Account {
  user: string;
  password: string;
}

/** Signs in those who know the account, over TLS alone, with the library's own certificate, of which it warns in a log. */
const forAccount = ({ user, password }: Account): SMTPServerOptions => ({
  logger: false,
  onAuth: (given, _session, done) =>
    given.username === user && given.password === password
      ? done(null, { user })
      : done(new Error('Wrong user name or password')),
});

/** A real mail server on a free port of this machine, which keeps what it is given. */
export const startMailServer = async (account?: Account) => {
  const letters: Letter[] = [];
  const server = new SMTPServer({
    ...(account ? forAccount(account) : { disabledCommands: ['AUTH', 'STARTTLS'] }),
    onData: (stream, session, done) => {
      const keep = async () => {
        const raw = await buffer(stream);
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const hello = String(session.hostNameAppearsAs);
        letters.push({ raw, mail: await simpleParser(raw), to, hello });
      };
      keep().then(() => done(), done);
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    letters,
    last: () => letters.at(-1),
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};
