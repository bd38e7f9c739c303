import type { DetailResponse } from '#client/api-calls.ts';

export type GuidePage = DetailResponse<'buyers-guides'>;
