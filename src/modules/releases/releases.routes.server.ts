import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { success } from '#kit/responses.ts';
import { type Api, endpoint, WRITE_FAILURES as FAILURES } from '#platform/http/endpoint.server.ts';
import { confirmQuery, idParam } from '#platform/http/params.ts';
import { rowId } from '#platform/text-rules.ts';
import { checkFor } from './check-release.server.ts';
import { publishRelease, scheduleRelease, unscheduleRelease } from './publish-release.server.ts';
import {
  addEntry,
  createRelease,
  deleteRelease,
  listReleases,
  MAX_ENTRIES,
  readRelease,
  removeEntry,
} from './releases.server.ts';
import { RELEASE_ACTIONS, RELEASE_STATES } from './releases.tables.server.ts';
import { undoRelease } from './undo-release.server.ts';

const RELEASES = {
  name: 'Releases',
  description: 'Drafts, deletions and moves of several items that go live in one moment.',
};

const release = z
  .object({
    id: z.int(),
    name: z.string(),
    state: z.enum(RELEASE_STATES),
    items: z.int().meta({ description: `How many, at most ${MAX_ENTRIES}` }),
    at: z.iso.datetime().nullable().meta({ description: 'When it is published by itself' }),
    problem: z.string().nullable().meta({ description: 'Why it failed, in words for a person' }),
    createdBy: z.string().nullable(),
    createdAt: z.iso.datetime(),
    scheduledBy: z.string().nullable(),
    endedAt: z.iso.datetime().nullable().meta({ description: 'When it was published or undone' }),
    endedBy: z.string().nullable(),
  })
  .meta({ id: 'Release' });

const place = { collection: z.string(), itemId: z.int() };

const whole = release
  .extend({
    seal: z.string().meta({ description: 'Stands for all of it as it is now' }),
    entries: z.array(
      z.object({
        ...place,
        id: z.int(),
        action: z.enum(RELEASE_ACTIONS),
        slug: z.string().nullable(),
        title: z.string(),
        addedBy: z.string().nullable(),
        isThere: z.boolean(),
        hasDraft: z.boolean(),
        alsoIn: z.array(z.string()).meta({ description: 'Other releases to come that hold it' }),
      }),
    ),
  })
  .meta({ id: 'WholeRelease' });

const finding = z.object({ ...place, title: z.string(), reason: z.string() });
const problem = finding.extend({
  isAsked: z.boolean().meta({ description: 'A person may confirm it' }),
});

const checked = z
  .object({
    problems: z.array(problem),
    warnings: z.array(finding),
    mayPublish: z.boolean().meta({ description: 'Whether the role of whoever asks is enough' }),
    refusals: z.array(problem).meta({ description: 'What takes a publisher, or an approval' }),
  })
  .meta({ id: 'CheckedRelease' });

const newEntry = z
  .strictObject({
    collection: z.string().max(100),
    itemId: rowId,
    action: z.enum(RELEASE_ACTIONS).default('publish'),
    slug: z.string().max(200).optional().meta({ description: 'Of a move: the slug to come' }),
  })
  .meta({ id: 'NewReleaseItem', description: 'What is to become of one item' });

const seenQuery = z.object({
  seal: z.string().max(100).optional().meta({
    description: 'The release as it was seen; another one answers 412',
  }),
});

const CHANGED = { 412: 'Something in it was changed since' };
const ITEM = '/api/releases/{id}';

export const mountReleases = (api: Api, app: AppParts) => {
  const { connection, content } = app;
  const { db } = connection;
  const base = { tag: RELEASES, params: idParam, failures: FAILURES } as const;
  const publishing = {
    ...base,
    method: 'post',
    query: confirmQuery.extend(seenQuery.shape),
    response: whole,
    failures: { ...FAILURES, ...CHANGED },
  } as const;
  const read = (id: number) => readRelease(db, content, id);
  const afterwards = async (id: number, work: Promise<unknown>) => {
    await work;
    return read(id);
  };

  return [
    endpoint(api, {
      tag: RELEASES,
      method: 'get',
      id: 'listReleases',
      path: '/api/releases',
      summary: 'Releases to come, and those of the last 90 days',
      access: 'viewer',
      response: z.array(release),
      handle: () => listReleases(db),
    }),
    endpoint(api, {
      tag: RELEASES,
      method: 'post',
      id: 'createRelease',
      path: '/api/releases',
      summary: 'Begin a release',
      access: 'editor',
      body: z.strictObject({ name: z.string().trim().min(1).max(200) }).meta({ id: 'NewRelease' }),
      response: release,
      status: 201,
      examples: { body: { name: 'Spring update' } },
      handle: ({ body, viewer }) => createRelease(db, body.name, viewer),
    }),
    endpoint(api, {
      ...base,
      method: 'get',
      id: 'getRelease',
      path: ITEM,
      summary: 'One release with its items',
      access: 'viewer',
      response: whole,
      failures: { 404: FAILURES[404] },
      handle: ({ params }) => read(params.id),
    }),
    endpoint(api, {
      ...base,
      method: 'delete',
      id: 'deleteRelease',
      path: ITEM,
      summary: 'Give a release up; its drafts stay',
      access: 'editor',
      response: success,
      handle: ({ params, viewer }) => deleteRelease(db, params.id, viewer),
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'addReleaseItem',
      path: `${ITEM}/items`,
      summary: `Put an item into a release, once: its draft, its deletion or its move; at most ${MAX_ENTRIES}`,
      access: 'editor',
      body: newEntry,
      response: whole,
      handle: ({ params: { id }, body, viewer }) => afterwards(id, addEntry(app, id, body, viewer)),
    }),
    endpoint(api, {
      ...base,
      method: 'delete',
      id: 'removeReleaseItem',
      path: `${ITEM}/items/{entryId}`,
      summary: 'Take an item out of a release',
      access: 'editor',
      params: idParam.extend({ entryId: idParam.shape.id }),
      response: whole,
      handle: ({ params, viewer }) => afterwards(params.id, removeEntry(db, params, viewer)),
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'checkRelease',
      path: `${ITEM}/check`,
      summary: 'What would be in the way of a release; stores nothing',
      access: 'editor',
      response: checked,
      handle: ({ params, viewer }) => checkFor(app, params.id, viewer),
    }),
    endpoint(api, {
      ...publishing,
      id: 'publishRelease',
      path: `${ITEM}/publish`,
      summary: 'Publish all of a release in one moment, or nothing. An editor needs approvals',
      access: 'editor',
      handle: ({ params: { id }, query: { seal, confirm: isConfirmed }, viewer }) =>
        afterwards(id, publishRelease(app, id, { viewer, seal, isConfirmed })),
    }),
    endpoint(api, {
      ...base,
      method: 'post',
      id: 'undoRelease',
      path: `${ITEM}/undo`,
      summary: 'Bring the versions before a release back, all of them or none',
      access: 'publisher',
      response: whole,
      handle: ({ params: { id }, viewer }) => afterwards(id, undoRelease(app, id, viewer)),
    }),
    endpoint(api, {
      ...publishing,
      id: 'scheduleRelease',
      path: `${ITEM}/schedule`,
      summary: 'Publish a release as it is now at a moment to come',
      access: 'publisher',
      // A schedule is no better than the person behind it is when its time comes.
      tokens: false,
      body: z
        .strictObject({ at: z.iso.datetime({ offset: true }) })
        .meta({ id: 'ReleaseTime', description: 'A moment with its zone' }),
      examples: { body: { at: '2030-12-03T09:00:00+01:00' } },
      handle: ({ params: { id }, query: { seal, confirm: isConfirmed }, viewer, body }) =>
        afterwards(id, scheduleRelease(app, id, new Date(body.at), { viewer, seal, isConfirmed })),
    }),
    endpoint(api, {
      ...base,
      method: 'delete',
      id: 'unscheduleRelease',
      path: `${ITEM}/schedule`,
      summary: 'Take a release off the schedule',
      access: 'publisher',
      tokens: false,
      response: whole,
      handle: ({ params: { id }, viewer }) => afterwards(id, unscheduleRelease(app, id, viewer)),
    }),
  ];
};
