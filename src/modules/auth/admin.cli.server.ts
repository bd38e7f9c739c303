import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import type { Database } from '#platform/db/database.server.ts';
import { withDatabase } from '#platform/db/open.server.ts';
import { readSettings, type Settings } from '#platform/env.server.ts';
import { hashPassword } from './password.server.ts';
import { emailSchema, newPasswordSchema } from './sign-in.schema.ts';
import { createUser, issueResetToken, listUsers, removeUser } from './users.server.ts';

const HELP = `Who may sign in.

  npm run admin -- create EMAIL [--name NAME] [--password-stdin]
  npm run admin -- list
  npm run admin -- reset EMAIL
  npm run admin -- remove EMAIL

create  adds a user and prints a one-time link to set the password,
        or reads the password from standard input
list    every user, one a line
reset   prints a one-time link to set a new password; using it ends all sessions
remove  deletes a user and ends their sessions

Links are good for one hour and for one use.`;

interface Command {
  db: Database;
  settings: Settings;
  email: string;
  name: string | undefined;
  readsPassword: boolean;
}

const parseWith = <T>(
  schema: { safeParse(input: unknown): { data?: T; error?: { issues: { message: string }[] } } },
  input: unknown,
): T => {
  const { data, error } = schema.safeParse(input);
  if (data === undefined) throw new Error(error?.issues[0]?.message ?? 'Wrong input');
  return data;
};

const printLink = async ({ db, settings, email }: Command) => {
  const token = await issueResetToken(db, email);
  if (!token) throw new Error(`There is no user ${email}`);
  console.log(`Open this within one hour to set the password of ${email}:`);
  console.log(`${settings.SITE_URL}/auth/reset?token=${token}`);
};

const create = async (command: Command) => {
  const { db, email, name, readsPassword } = command;
  const [firstName = null, ...rest] = (name ?? '').split(/\s+/).filter(Boolean);
  const passwordHash = readsPassword
    ? await hashPassword(
        parseWith(newPasswordSchema, (await text(process.stdin)).replace(/\r?\n$/, '')),
      )
    : null;
  const lastName = rest.join(' ') || null;
  await createUser(db, { email, firstName, lastName, passwordHash, authProvider: 'password' });
  console.log(`Created ${email}`);
  if (!readsPassword) await printLink(command);
};

const list = async ({ db }: Command) => {
  for (const user of await listUsers(db)) {
    const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || '-';
    const since = user.createdAt.toISOString().slice(0, 10);
    console.log([user.email, name, user.authProvider, since].join('\t'));
  }
};

const remove = async ({ db, settings, email }: Command) => {
  if (!(await removeUser(db, email))) throw new Error(`There is no user ${email}`);
  console.log(`Removed ${email}`);
  if (settings.ADMIN_EMAILS.includes(email)) {
    console.log('The address is in ADMIN_EMAILS: take it out there too, or it may come back.');
  }
};

const COMMANDS: Record<string, (command: Command) => Promise<void>> = {
  create,
  list,
  remove,
  reset: printLink,
};

const readArguments = (args: string[]) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false },
      name: { type: 'string' },
      'password-stdin': { type: 'boolean', default: false },
    },
  });
  const [word = '', address, ...rest] = positionals;
  const run = Object.hasOwn(COMMANDS, word) ? COMMANDS[word] : undefined;
  if (values.help || word === 'help') return null;
  if (!run || rest.length > 0 || (word === 'list') !== (address === undefined)) {
    throw new Error(`Wrong command.\n\n${HELP}`);
  }
  const email = address === undefined ? '' : parseWith(emailSchema, address);
  return { run, email, name: values.name, readsPassword: values['password-stdin'] };
};

export const runAdminCommand = async (args: string[], env: NodeJS.ProcessEnv) => {
  const command = readArguments(args);
  if (!command) return console.log(HELP);
  const settings = readSettings(env);
  await withDatabase(settings, ({ db }) => command.run({ ...command, db, settings }));
};

if (import.meta.main) {
  try {
    await runAdminCommand(process.argv.slice(2), process.env);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
