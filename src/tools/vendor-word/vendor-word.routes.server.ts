import type { VendorFinder } from '#content/shared/find-vendor.server.ts';
import type { AppParts } from '#kit/app-parts.server.ts';
import type { ReaderOf } from '#kit/reader.server.ts';
import type { Api } from '#platform/http/endpoint.server.ts';
import { type Align, mountVendorAnswers } from './answers.routes.server.ts';
import { mountVendorLinks } from './ask.routes.server.ts';
import { mountVendorWordDesk } from './desk.routes.server.ts';

interface VendorWordParts {
  readerOf: ReaderOf;
  findVendor: VendorFinder;
  align: Align;
}

export const mountVendorWord = (
  api: Api,
  app: AppParts,
  { readerOf, findVendor, align }: VendorWordParts,
) => {
  const { db } = app.connection;
  mountVendorAnswers(api, app, { readerOf, align });
  return [...mountVendorLinks(api, app, findVendor), ...mountVendorWordDesk(api, db)];
};
