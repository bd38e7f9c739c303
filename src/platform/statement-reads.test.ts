import { pgTable, text } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import { describeTable, readsKnownRows, readsOfStatement } from './statement-reads.server.ts';

const made = (name: string, columns: string[]) =>
  pgTable(name, Object.fromEntries(columns.map((column) => [column, text(column)])));
const describe = (name: string, columns: string[]) =>
  describeTable(made(name, columns), [name], name);
describe('made_up_boats', ['id', 'name', 'crew', 'harbour_id', 'made_up_ports']);
describe('made_up_ports', ['id', 'name', 'depth']);
describeTable(made('made_up_index', ['words']), ['boats', 'filled']);

const readsOf = (statement: string) =>
  [...new Set(readsOfStatement(statement).flatMap(({ all }) => [...all]))].sort();

it.each([
  // As Drizzle writes it: without a join no column names its table.
  [
    'select "name" from "made_up_boats" where "made_up_boats"."crew" > $1',
    ['made_up_boats.crew', 'made_up_boats.id', 'made_up_boats.name'],
  ],
  ['select count(*) from "made_up_boats"', ['made_up_boats.id']],
  [
    `select "made_up_boats"."crew" from "made_up_boats"
      left join "made_up_ports" "p" on "p"."id" = "made_up_boats"."harbour_id"`,
    ['made_up_boats.crew', 'made_up_boats.harbour_id', 'made_up_boats.id', 'made_up_ports.id'],
  ],
  ['SELECT B.crew FROM made_up_boats AS b', ['made_up_boats.crew', 'made_up_boats.id']],
  [
    'select b.crew, p.depth from made_up_boats b, made_up_ports p',
    ['made_up_boats.crew', 'made_up_boats.id', 'made_up_ports.depth', 'made_up_ports.id'],
  ],
  [
    `select v, count(*) from "made_up_boats", unnest("made_up_boats"."crew") as v group by v`,
    ['made_up_boats.crew', 'made_up_boats.id'],
  ],
  [
    `select 1 where exists (select from made_up_ports where depth is not distinct from $1)`,
    ['made_up_ports.depth', 'made_up_ports.id'],
  ],
  // The name that is given to another table is no column, whatever it is.
  [
    `select b.name from made_up_boats b cross join lateral (select data from "made_up_logs" crew where crew.id = b.id) log`,
    ['made_up_boats.id', 'made_up_boats.name'],
  ],
  [
    'select extract(epoch from crew - harbour_id) from made_up_boats',
    ['made_up_boats.crew', 'made_up_boats.harbour_id', 'made_up_boats.id'],
  ],
  [
    'select substring(name from crew) from made_up_boats',
    ['made_up_boats.crew', 'made_up_boats.id', 'made_up_boats.name'],
  ],
  ['with a as (select id from made_up_ports) select id from a', ['made_up_ports.id']],
  // A column without a table is none of a table that only an inner query names.
  [
    'select "name" from "made_up_boats" where exists (select 1 from "made_up_ports" where "depth" = "crew")',
    [
      ...['made_up_boats.crew', 'made_up_boats.id', 'made_up_boats.name'],
      ...['made_up_ports.depth', 'made_up_ports.id'],
    ],
  ],
  [
    'select name from (made_up_boats b join made_up_ports p on p.id = b.harbour_id)',
    [
      ...['made_up_boats.harbour_id', 'made_up_boats.id', 'made_up_boats.name'],
      ...['made_up_ports.id', 'made_up_ports.name'],
    ],
  ],
  [
    'select e.crew from made_up_boats e union (select e.depth from made_up_ports e)',
    ['made_up_boats.crew', 'made_up_boats.id', 'made_up_ports.depth', 'made_up_ports.id'],
  ],
  ['select x.words from made_up_index x', ['boats', 'filled']],
  ['select id from other_table', []],
])('a statement tells the fields that it reads: %s', (statement, keys) => {
  expect(readsOf(statement)).toEqual(keys);
});

it.each([
  'select * from made_up_ports',
  'select distinct on (depth) * from made_up_ports',
  'select p.* from made_up_boats b join public.made_up_ports p on true',
  'select to_jsonb(p) from made_up_ports as p',
  'select row_to_json(made_up_ports) from "made_up_ports"',
  'select name from (select * from made_up_ports) sub',
  'select p.x from made_up_ports as p(x, y)',
])('all fields, or a row as a value, count as the whole table: %s', (statement) => {
  expect(readsOf(statement)).toContain('made_up_ports');
});

it.each([
  ['select depth * 2 from made_up_ports', ['made_up_ports.depth', 'made_up_ports.id']],
  [`select 'name' as name -- crew\n from made_up_ports`, ['made_up_ports.id']],
  // A column may be called like a table that the statement does not read.
  [
    'select "made_up_ports" from "made_up_boats"',
    ['made_up_boats.id', 'made_up_boats.made_up_ports'],
  ],
])('a product, a text, a given name and a column are no table: %s', (statement, keys) => {
  expect(readsOf(statement)).toEqual(keys);
});

it('columns that are only shown are told apart from those that choose and order rows', () => {
  const [ports] = readsOfStatement(
    'select "id", left("name", 9) from "made_up_ports" where "made_up_ports"."depth" > $1',
  );
  expect(ports?.choosing).toEqual(new Set(['made_up_ports.id', 'made_up_ports.depth']));
  const [, inner] = readsOfStatement(
    'select id from made_up_ports where exists (select from made_up_ports p where p.name = $1)',
  );
  expect(inner).toEqual({
    table: 'made_up_ports',
    all: new Set(['made_up_ports.id', 'made_up_ports.name']),
  });
});

it('a table that stands twice has the columns of both, and no others', () => {
  expect(
    readsOf('select a.depth from made_up_ports a join made_up_ports b on b.id = a.id'),
  ).toEqual(['made_up_ports.depth', 'made_up_ports.id']);
});

it.each([
  'select "name" from "made_up_boats" left join "made_up_ports" "p" on true',
  'with a as (select id from made_up_ports) select id from a, unnest($1::int[]) as n(id)',
  `with a as materialized (select 1 as one) select one from "a" cross join lateral (select from made_up_ports) p`,
])('a statement of described tables alone can be asked of a replica: %s', (statement) => {
  expect(readsKnownRows(statement)).toBe(true);
});

it.each([
  'select 1',
  `select pg_notify('boats', '[]')`,
  'select * from other_table',
  'select b.id from made_up_boats b where exists (select from sessions s where s.boat = b.id)',
  // Called like a column of a described table.
  'select p.id from made_up_ports p join crew on true',
  'select id from made_up_boats for update',
  'update made_up_boats set crew = $1',
  'with a as (delete from made_up_boats returning id) select id from a',
])('a statement that writes or reads another table goes to the primary: %s', (statement) => {
  expect(readsKnownRows(statement)).toBe(false);
});
