import type { ServerResponse } from 'node:http';
import { readRequest, startLoopback } from './loopback.ts';

/** The response to the next call. */
export type AiReply =
  | { kind: 'object'; value: unknown; delayMs?: number; after?: Promise<void> }
  | { kind: 'text'; text: string; finish?: string }
  | { kind: 'status'; status: number; headers?: Record<string, string> }
  | { kind: 'no-reply' }
  | { kind: 'cut' }
  | { kind: 'garbage' };

export interface AiRequestBody {
  model: string;
  stream?: boolean;
  messages: { role: string; content: string }[];
  response_format?: { type: string };
}

const JSON_TYPE = { 'content-type': 'application/json' };

const completion = (model: string, content: string, finish: string) => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1_790_000_000,
  model,
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: finish }],
  usage: { prompt_tokens: 10, completion_tokens: 20, total_tokens: 30 },
});

/** The same response in pieces, as `stream: true` asks for. */
const stream = (response: ServerResponse, model: string, content: string, finish: string) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const base = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_790_000_000, model };
  for (let at = 0; at < content.length; at += 20) {
    const delta = { role: 'assistant', content: content.slice(at, at + 20) };
    response.write(`data: ${JSON.stringify({ ...base, choices: [{ index: 0, delta }] })}\n\n`);
  }
  const last = { ...base, choices: [{ index: 0, delta: {}, finish_reason: finish }] };
  response.end(`data: ${JSON.stringify(last)}\n\ndata: [DONE]\n\n`);
};

const sendText = (
  response: ServerResponse,
  asked: AiRequestBody,
  content: string,
  finish: string,
) => {
  if (asked.stream) return stream(response, asked.model, content, finish);
  response.writeHead(200, JSON_TYPE).end(JSON.stringify(completion(asked.model, content, finish)));
};

/** An OpenAI-compatible service: `/v1/chat/completions` answers what the test has queued. */
export const startAiServer = async (options: { knowsFormats?: string[] } = {}) => {
  const queue: AiReply[] = [];
  const requests: { body: AiRequestBody; authorization: string | undefined }[] = [];
  let standing: AiReply | ((asked: AiRequestBody) => AiReply) | null = null;
  let open = 0;
  let most = 0;

  const server = await startLoopback(async (request, response) => {
    const body = JSON.parse(await readRequest(request)) as AiRequestBody;
    if (request.url !== '/v1/chat/completions') {
      response
        .writeHead(404, JSON_TYPE)
        .end(JSON.stringify({ error: { message: 'No such path' } }));
      return;
    }
    requests.push({ body, authorization: request.headers.authorization });
    open += 1;
    most = Math.max(most, open);
    response.once('close', () => {
      open -= 1;
    });
    const format = body.response_format?.type;
    if (format && options.knowsFormats && !options.knowsFormats.includes(format)) {
      const error = { message: `response_format ${format} is not supported` };
      response.writeHead(400, JSON_TYPE).end(JSON.stringify({ error }));
      return;
    }
    const always = typeof standing === 'function' ? standing(body) : standing;
    const reply: AiReply = queue.shift() ?? always ?? { kind: 'status', status: 500 };
    switch (reply.kind) {
      case 'object':
        await reply.after;
        await new Promise((resolve) => setTimeout(resolve, reply.delayMs ?? 0));
        sendText(response, body, JSON.stringify(reply.value), 'stop');
        return;
      case 'text':
        sendText(response, body, reply.text, reply.finish ?? 'stop');
        return;
      case 'status': {
        const error = {
          message: `Failed with key ${request.headers.authorization}`,
          type: 'error',
        };
        response.writeHead(reply.status, { ...JSON_TYPE, ...reply.headers });
        response.end(JSON.stringify({ error }));
        return;
      }
      case 'no-reply':
        return;
      case 'cut':
        response
          .writeHead(200, { ...JSON_TYPE, 'content-length': '5000' })
          .write('{"id":"chatcmpl-1","choi');
        setTimeout(() => response.destroy(), 20);
        return;
      case 'garbage':
        response.writeHead(200, JSON_TYPE).end('<html>gateway</html>');
    }
  });

  return {
    ...server,
    baseUrl: `${server.url}/v1`,
    requests,
    mostAtOnce: () => most,
    next: (...replies: AiReply[]) => queue.push(...replies),
    always: (reply: typeof standing) => {
      standing = reply;
    },
    reset: () => {
      queue.length = 0;
      requests.length = 0;
      standing = null;
      most = 0;
    },
  };
};

export type AiServer = Awaited<ReturnType<typeof startAiServer>>;
