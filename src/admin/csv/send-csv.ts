import { adminAsk } from '#admin/api/admin-api.ts';
import { pathWith, type ResponseOf } from '#client/api-calls.ts';
import { ApiError } from '#platform/api-error.ts';

export type ImportReport = ResponseOf<'post', '/api/vendors/import'>;

/** Sends a file: with `dryRun` to preview its changes, without it to apply them. */
export const sendCsv = async (
  name: string,
  file: File,
  { dryRun }: { dryRun: boolean },
): Promise<ImportReport> => {
  const response = await adminAsk(pathWith('/api/{name}/import', { name, dryRun }), {
    method: 'POST',
    headers: { 'content-type': 'text/csv' },
    body: file,
  });
  return response.json();
};

const isReport = (value: object): value is ImportReport => 'rows' in value && 'refused' in value;

/** The report of a refused import. */
export const refusedReportOf = (error: unknown): ImportReport | null => {
  const body = error instanceof ApiError ? error.json : null;
  return body && isReport(body) ? body : null;
};
