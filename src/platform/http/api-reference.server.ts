import { escapeHtml } from '../escape-html.ts';
import type { openApiDocument } from './api.server.ts';

type Document = ReturnType<typeof openApiDocument>;

const STYLE = `
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #1d2733; background: #fbf8f3 }
  h1, h2 { font-family: Georgia, serif; font-weight: 600 } h2 { margin-top: 3rem; border-top: 1px solid #d8cfc0; padding-top: 1rem }
  details { border-bottom: 1px solid #e6dfd2 } summary { padding: .5rem 0; cursor: pointer }
  code, pre { font-family: ui-monospace, monospace; font-size: .875rem } pre { overflow-x: auto; background: #f2ece1; padding: 1rem }
  .method { display: inline-block; width: 4.5rem; font-weight: 600; text-transform: uppercase } .note { color: #5c6670 }
  @media (prefers-color-scheme: dark) { body { color: #ece6da; background: #14181d } pre { background: #1e242b } h2 { border-color: #39424c } details { border-color: #2b333c } .note { color: #a5adb5 } }`;

interface Operation {
  operationId?: string;
  summary?: string;
  tags?: string[];
  'x-role'?: string;
  responses?: Record<string, { description?: string }>;
}

const section = (method: string, path: string, operation: Operation) => {
  const { responses = {}, operationId = '', summary = '' } = operation;
  const role = operation['x-role'];
  const statuses = Object.entries(responses)
    .map(
      ([status, { description = '' }]) =>
        `<li><code>${status}</code> ${escapeHtml(description)}</li>`,
    )
    .join('');
  return `<details><summary><code><span class="method">${method}</span>${escapeHtml(path)}</code> ${escapeHtml(summary)}${
    role ? ` <span class="note">(${role})</span>` : ''
  }</summary><p class="note">In generated clients: <code>${escapeHtml(operationId)}</code></p><ul>${statuses}</ul><pre>${escapeHtml(JSON.stringify(operation, null, 2))}</pre></details>`;
};

/** The OpenAPI document as a page that reads without scripts. */
export const apiReference = (document: Document): string => {
  const groups = new Map<string, string[]>();
  for (const [path, methods] of Object.entries(document.paths ?? {})) {
    for (const [method, operation] of Object.entries(methods as Record<string, Operation>)) {
      const tag = operation.tags?.[0] ?? 'Other';
      groups.set(tag, [...(groups.get(tag) ?? []), section(method, path, operation)]);
    }
  }
  const body = [...groups]
    .map(([tag, rows]) => {
      const about = document.tags?.find(({ name }) => name === tag)?.description ?? '';
      return `<section><h2>${escapeHtml(tag)}</h2><p>${escapeHtml(about)}</p>${rows.join('')}</section>`;
    })
    .join('');
  const title = escapeHtml(document.info.title);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1><p>${escapeHtml(document.info.description ?? '')}</p><p>OpenAPI 3.1: <a href="/api/openapi.json">/api/openapi.json</a></p>${body}</main></body></html>`;
};
