import { parseArgs } from 'node:util';
import type { ZodType } from 'zod';
import { recordActivity } from '#modules/activity/record.server.ts';
import { printStoredServices } from '#modules/settings/stored-services.server.ts';
import { runCommand, withDatabase } from '#platform/command.server.ts';
import type { Database } from '#platform/db/database.server.ts';
import { readSettings, type Settings } from '#platform/env.server.ts';
import type { Role } from '#platform/roles.ts';
import { readSecretsKey } from '#platform/secrets-key.server.ts';
import { transact } from '#platform/version/transact.server.ts';
import { users } from './auth.tables.server.ts';
import { dropSecondFactor } from './second-factor.server.ts';
import { closeSessionsOf } from './sessions.server.ts';
import { emailSchema, roleSchema } from './sign-in.schema.ts';
import {
  changeRole,
  createUser,
  findUserByEmail,
  issueResetToken,
  removeUser,
} from './users.server.ts';

const HELP = `Who may sign in.

  npm run admin -- create EMAIL [--role ROLE]
  npm run admin -- list
  npm run admin -- reset EMAIL [--second-factor]
  npm run admin -- role EMAIL ROLE
  npm run admin -- remove EMAIL
  npm run admin -- stored-settings

create  adds a user and prints a one-time link to set the password; ROLE is
        owner (when nothing is said), publisher, editor or viewer
list    every user, one a line
reset   prints a one-time link to set a new password; using it ends all sessions;
        with --second-factor it also switches the authenticator app off and ends all sessions
role    gives a user another role and ends their sessions
remove  deletes a user and ends their sessions; what they scheduled is published all the same
stored-settings
        prints keys and passwords of services that the panel of an earlier release
        stored, as lines for .env

Links are good for one hour and for one use.`;

/** Activity details of these commands. */
const BY = { by: 'command line' };

interface Command {
  db: Database;
  settings: Settings;
  email: string;
  role: Role;
  dropsSecondFactor: boolean;
}

const parseWith = <T>(schema: ZodType<T>, input: unknown): T => {
  const { data, error } = schema.safeParse(input);
  if (error) throw new Error(error.issues[0]?.message);
  return data;
};

const printLink = async ({ db, settings, email }: Command) => {
  const token = await issueResetToken(db, email);
  if (!token) throw new Error(`There is no user ${email}`);
  console.log(`Open this within one hour to set the password of ${email}:`);
  console.log(`${settings.SITE_URL}/auth/reset?token=${token}`);
};

const create = async (command: Command) => {
  const { db, email, role } = command;
  await transact(db, async (tx) => {
    await createUser(tx, { email, role, authProvider: 'password' });
    const details = { ...BY, role };
    await recordActivity(tx, null, { action: 'user created', title: email, details });
  });
  console.log(`Created ${email}`);
  await printLink(command);
};

const list = async ({ db }: Command) => {
  for (const user of await db.select().from(users).orderBy(users.email)) {
    const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || '-';
    const since = user.createdAt.toISOString().slice(0, 10);
    console.log([user.email, name, user.role, user.authProvider, since].join('\t'));
  }
};

const find = async ({ db, email }: Command) => {
  const user = await findUserByEmail(db, email);
  if (!user) throw new Error(`There is no user ${email}`);
  return user;
};

const reset = async (command: Command) => {
  const { id, email } = await find(command);
  if (command.dropsSecondFactor) {
    await transact(command.db, async (tx) => {
      await dropSecondFactor(tx, id);
      await closeSessionsOf(tx, id);
      await recordActivity(tx, null, { action: 'two-factor off', title: email, details: BY });
    });
  }
  await printLink(command);
};

const giveRole = async (command: Command) => {
  const { id, email } = await find(command);
  await changeRole(command.db, null, id, command.role);
  console.log(`${email} is now ${command.role}`);
};

const remove = async (command: Command) => {
  const { db, settings, email } = command;
  await removeUser(db, null, (await find(command)).id);
  console.log(`Removed ${email}`);
  if (settings.ADMIN_EMAILS.includes(email)) {
    console.log('The address is in ADMIN_EMAILS: take it out there too, or it may come back.');
  }
};

const printSettings = async ({ db, settings }: Command) => {
  const lines = await printStoredServices(db, await readSecretsKey(settings));
  console.log(lines.length > 0 ? lines.join('\n') : 'No earlier release stored any.');
};

const COMMANDS: Record<string, { words: number; run: (command: Command) => Promise<void> }> = {
  create: { words: 1, run: create },
  list: { words: 0, run: list },
  remove: { words: 1, run: remove },
  reset: { words: 1, run: reset },
  role: { words: 2, run: giveRole },
  'stored-settings': { words: 0, run: printSettings },
};

export const runAdminCommand = async (args: readonly string[], env: NodeJS.ProcessEnv) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      role: { type: 'string', default: 'owner' },
      'second-factor': { type: 'boolean', default: false },
    },
  });
  const [name = 'none', ...words] = positionals;
  if (values.help || name === 'help') return console.log(HELP);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (command?.words !== words.length) throw new Error(`Wrong command.\n\n${HELP}`);
  const [address, role = values.role] = words;
  const given = {
    email: address === undefined ? '' : parseWith(emailSchema, address),
    role: parseWith(roleSchema, role),
    dropsSecondFactor: values['second-factor'],
  };
  const settings = readSettings(env);
  await withDatabase(settings, ({ db }) => command.run({ ...given, db, settings }));
};

if (import.meta.main) await runCommand((args) => runAdminCommand(args, process.env));
