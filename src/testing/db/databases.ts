import { type Client, escapeIdentifier } from 'pg';
import { withClient } from '#platform/db/client.server.ts';

/** The same server, another database. */
function urlOfDatabase(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${encodeURIComponent(name)}`;
  return address.href;
}

const withServer = <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> =>
  withClient(urlOfDatabase(url, 'postgres'), work);

type NewDatabase = { url: string; name: string; template?: string };

/** Makes a database on the server behind `url`, as a copy of the template if one is named; returns its address. */
export async function createDatabase({ url, name, template }: NewDatabase): Promise<string> {
  const source = template ? ` TEMPLATE ${escapeIdentifier(template)} STRATEGY file_copy` : '';
  await withServer(url, (client) =>
    client.query(`CREATE DATABASE ${escapeIdentifier(name)}${source}`),
  );
  return urlOfDatabase(url, name);
}

export async function dropDatabase({ url, name }: { url: string; name: string }): Promise<void> {
  await withServer(url, (client) =>
    client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`),
  );
}
