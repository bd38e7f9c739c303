import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { transact } from '#platform/changes.server.ts';
import { type Api, endpoint } from '#platform/http/endpoint.server.ts';
import { idParam } from '#platform/http/params.ts';
import {
  acceptSchema,
  newRunSchema,
  pageTextSchema,
  proposalSchema,
  proposalsQuery,
  runListSchema,
  runSchema,
  vendorKey,
} from './finder.schema.ts';
import { acceptProposal, decide, listProposals, lockOpen } from './proposals.server.ts';
import { createRuns, findVendor } from './runs.server.ts';

const FINDER = {
  name: 'Finder',
  description:
    'Evidence that an AI service proposes of a vendor: each with words of the page, checked by code, and decided by a person.',
};

const base = { tag: FINDER, access: 'editor' } as const;

const mountRuns = (api: Api, parts: AppParts) => {
  const runs = createRuns(parts);

  const startRunCall = endpoint(api, {
    ...base,
    method: 'post',
    id: 'startEvidenceRun',
    path: '/api/evidence-runs',
    summary: 'Look for evidence of a vendor on pages, beside other work',
    body: newRunSchema,
    response: runSchema,
    status: 201,
    examples: { body: { vendor: 'addepar', urls: ['https://addepar.com/security'] } },
    failures: {
      404: 'No such vendor',
      409: 'Evidence of this vendor is being looked for already',
      429: 'Too many runs are waiting',
      503: 'No AI service is set up',
    },
    handle: ({ body, viewer }) => runs.start(viewer, body),
  });

  const listRunsCall = endpoint(api, {
    ...base,
    method: 'get',
    id: 'getEvidenceRuns',
    path: '/api/evidence-runs',
    summary: 'The last runs of a vendor, with their pages, costs and refusals',
    query: z.object({ vendor: vendorKey }),
    response: runListSchema,
    failures: { 404: 'No such vendor' },
    handle: ({ query, viewer }) => runs.list(viewer, query.vendor),
  });

  const getRunCall = endpoint(api, {
    ...base,
    method: 'get',
    id: 'getEvidenceRun',
    path: '/api/evidence-runs/{id}',
    summary: 'How far a run is',
    params: idParam,
    response: runSchema,
    failures: { 404: 'No such run' },
    handle: ({ params }) => runs.read(params.id),
  });

  const stopRunCall = endpoint(api, {
    ...base,
    method: 'post',
    id: 'stopEvidenceRun',
    path: '/api/evidence-runs/{id}/stop',
    summary: 'Stop a run; what it proposed so far stays',
    params: idParam,
    response: runSchema,
    failures: { 404: 'No such run', 409: 'It has ended already' },
    handle: ({ params }) => runs.stop(params.id),
  });

  const getPageCall = endpoint(api, {
    ...base,
    method: 'get',
    id: 'getEvidencePage',
    path: '/api/evidence-pages/{id}',
    summary: 'The text of a page as the run read it',
    params: idParam,
    response: pageTextSchema,
    failures: { 404: 'No such page, or it was not read' },
    handle: ({ params }) => runs.readPage(params.id),
  });

  return [startRunCall, listRunsCall, getRunCall, stopRunCall, getPageCall];
};

/** Looking for evidence with the AI service, and deciding what it proposes. */
export const mountFinder = (api: Api, parts: AppParts) => {
  const { db } = parts.connection;

  const listProposalsCall = endpoint(api, {
    ...base,
    method: 'get',
    id: 'listProposals',
    path: '/api/proposals',
    summary: 'What was proposed of a vendor, with what is stored of it now',
    query: proposalsQuery,
    response: z.array(proposalSchema),
    failures: { 404: 'No such vendor' },
    handle: async ({ query, viewer }) =>
      listProposals(db, await findVendor(parts, viewer, query.vendor), query),
  });

  const acceptProposalCall = endpoint(api, {
    ...base,
    method: 'post',
    id: 'acceptProposal',
    path: '/api/proposals/{id}/accept',
    summary: 'Store a proposal, as it is or as it was edited; its page is read again for the quote',
    params: idParam,
    body: acceptSchema,
    isVersioned: true,
    response: success,
    failures: { 404: 'No such proposal', 409: 'It was decided already' },
    handle: ({ params, body, viewer, version }) =>
      acceptProposal(parts, viewer, { id: params.id, version }, body),
  });

  const refuseProposalCall = endpoint(api, {
    ...base,
    method: 'post',
    id: 'refuseProposal',
    path: '/api/proposals/{id}/refuse',
    summary: 'Refuse a proposal; the same is not proposed again',
    params: idParam,
    response: success,
    failures: { 404: 'No such proposal', 409: 'It was decided already' },
    handle: async ({ params: { id }, viewer }) => {
      await transact(db, async (tx) => {
        await lockOpen(tx, id);
        await decide(tx, viewer, id, { state: 'refused' });
      });
    },
  });

  return [...mountRuns(api, parts), listProposalsCall, acceptProposalCall, refuseProposalCall];
};
