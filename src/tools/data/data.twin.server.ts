import type { Twins } from '#content/shared/twin.ts';
import { link, paragraph, section, table } from '#content/shared/twin-blocks.server.ts';
import { CSV_NOTE, RESOURCE_NAMES, RESOURCES } from './data-resources.ts';
import { dataSite } from './site.ts';

export const dataTwins: Twins = {
  [dataSite.folder]: async ({ get }) => {
    const { changed, rows, license } = await get('/api/data');
    return {
      title: dataSite.area?.title ?? '',
      summary: dataSite.area?.text,
      blocks: [
        paragraph([
          `${changed ? `As of ${changed.slice(0, 10)}. ` : ''}License: `,
          link(`${license.title} (${license.name})`, license.path),
          '. A pair of vendor and feature without a row is not confirmed, which is not the same as absent. ',
          link('datapackage.json', '/data/datapackage.json'),
          ' describes all files.',
        ]),
        paragraph(CSV_NOTE),
        ...RESOURCE_NAMES.flatMap((name) =>
          section(RESOURCES[name].title, [
            paragraph([
              `${rows[name]} rows: `,
              link(`${name}.csv`, `/data/${name}.csv`),
              ', ',
              link(`${name}.json`, `/data/${name}.json`),
            ]),
            ...table(
              ['Column', 'Content'],
              RESOURCES[name].fields.map((field) => [field.name, field.description]),
            ),
          ]),
        ),
      ],
    };
  },
};
