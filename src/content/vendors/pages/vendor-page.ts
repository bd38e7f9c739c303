import type { DetailResponse } from '#client/api-calls.ts';

export type VendorPage = DetailResponse<'vendors'>;
