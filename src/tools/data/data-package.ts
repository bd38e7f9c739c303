import {
  CSV_NOTE,
  type DataField,
  LICENSE,
  RESOURCE_NAMES,
  RESOURCES,
  type ResourceName,
} from './data-resources.ts';

const schemaOf = (name: ResourceName, describe: (field: DataField) => object) => ({
  fields: RESOURCES[name].fields.map((field) => ({
    name: field.name,
    type: field.type === 'date' ? 'date' : 'string',
    description: field.description,
    ...(field.type === 'list' ? describe(field) : {}),
  })),
  primaryKey: RESOURCES[name].key,
});

const csvOf = (siteUrl: string, name: ResourceName) => ({
  name,
  title: RESOURCES[name].title,
  description: CSV_NOTE,
  path: `${siteUrl}/data/${name}.csv`,
  type: 'table',
  format: 'csv',
  mediatype: 'text/csv',
  encoding: 'utf-8',
  schema: schemaOf(name, ({ description }) => ({
    description: `${description}; several are separated by '; '`,
  })),
});

const jsonOf = (siteUrl: string, name: ResourceName) => ({
  name: `${name}-json`,
  title: RESOURCES[name].title,
  description:
    'The same rows as objects: nothing is put before a text, and what is not known is null.',
  path: `${siteUrl}/data/${name}.json`,
  type: 'table',
  format: 'json',
  mediatype: 'application/json',
  encoding: 'utf-8',
  schema: schemaOf(name, () => ({ type: 'array' })),
});

/** The files, their columns and their license, in the form of datapackage.org. */
export const dataPackage = (siteUrl: string, changed: string | null) => ({
  $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
  name: 'family-office-software',
  title: 'Family office software: vendors, features and what is documented',
  description:
    'Vendors of software for family offices, the features that such software may have, and what public pages document of each pair. A pair without a row is not confirmed.',
  homepage: `${siteUrl}/data`,
  ...(changed ? { created: changed, version: changed.slice(0, 10) } : {}),
  licenses: [LICENSE],
  resources: RESOURCE_NAMES.flatMap((name) => [csvOf(siteUrl, name), jsonOf(siteUrl, name)]),
});
