import type { DetailResponse } from '#client/api-calls.ts';

export type UseCasePage = DetailResponse<'use-cases'>;
