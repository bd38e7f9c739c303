import type { Context } from 'hono';
import type * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { addressOf } from '#modules/auth/client-address.server.ts';
import { AppError } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import type { EndpointSpec } from '#platform/http/operation.server.ts';
import type { PlainPage } from '#platform/plain-page.ts';
import { readTyped, type Shown, TRAP, type Typed } from './form-parts.ts';
import { createFormStamps } from './form-stamp.server.ts';
import { createReplies } from './plain-replies.server.ts';

type Words = Pick<EndpointSpec, 'id' | 'summary' | 'failures'>;

interface PublicForm<About> extends Pick<EndpointSpec, 'path' | 'tag'> {
  params?: z.ZodObject;
  /** Of its page: `sent` once it was taken. */
  query: z.ZodObject;
  get: Words;
  post: Words & Pick<EndpointSpec, 'maxBody' | 'maxAnonymousBody'>;
  headers?: Record<string, string>;
  /** The button, as a sentence names it. */
  button: string;
  /** The subject of the form, by its address; throws where there is none. */
  find(c: Context<Env>): Promise<About> | About;
  show(about: About, shown: Shown, makeStamp: () => Promise<string>): Promise<PlainPage>;
  thank(about: About): PlainPage;
  /** Where the form itself cannot be shown. */
  refuse(reason: string): PlainPage;
  receive(about: About, typed: Typed, address: string): Promise<void>;
}

/**
 * A form that anybody may send, as a plain page: it needs no script, leads on to a page that thanks, and shows what was
 * typed until it is taken.
 */
export const mountPublicForm = <About>(
  api: Api,
  { connection: { db }, settings }: AppParts,
  form: PublicForm<About>,
): void => {
  const { path, tag, params, query, find, show, thank, refuse } = form;
  const stamps = createFormStamps(db);
  const { sendPage, leadOn, orShow } = createReplies(settings, form.headers);
  const base = { path, tag, access: 'public', cacheable: false, mediaType: 'text/html' } as const;
  const page = { ...base, ...(params && { params }) };
  const orRefuse = (c: Context<Env>, work: () => Promise<Response>) =>
    orShow(c, ({ message }) => refuse(message), work);

  endpoint(api, {
    ...page,
    ...form.get,
    method: 'get',
    query,
    handle: ({ c }) =>
      orRefuse(c, async () => {
        const about = await find(c);
        if (c.req.query('sent')) return sendPage(c, thank(about));
        return sendPage(c, await show(about, { typed: () => undefined }, stamps.make));
      }),
  });

  endpoint(api, {
    ...page,
    ...form.post,
    method: 'post',
    bodyType: 'application/x-www-form-urlencoded',
    status: 303,
    handle: async ({ c }) => {
      const typed = await readTyped(c);
      return orRefuse(c, async () => {
        const about = await find(c);
        const showAgain = ({ message, fields }: AppError) =>
          show(
            about,
            { typed, notice: fields ? undefined : message, problems: fields },
            stamps.make,
          );
        return orShow(c, showAgain, async () => {
          const leadToThanks = () => leadOn(c, `${c.req.path}?sent=1`);
          if (typed(TRAP)) return leadToThanks();
          if (!(await stamps.isGood(typed('stamp') ?? '')))
            throw new AppError(
              'invalid',
              `Nothing was sent yet: the form was open for less than three seconds, or for more than a day. Please press ${form.button} again.`,
            );
          await form.receive(about, typed, addressOf(c, settings.TRUST_PROXY));
          return leadToThanks();
        });
      });
    },
  });
};
