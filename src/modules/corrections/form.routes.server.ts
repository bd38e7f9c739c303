import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import * as z from 'zod';
import type { AppParts } from '#kit/app-parts.server.ts';
import { addressOf } from '#modules/auth/client-address.server.ts';
import { TOO_MANY } from '#modules/auth/limits.server.ts';
import { createFormStamps } from '#modules/public-forms/form-stamp.server.ts';
import { asUnavailable, isReadOnly } from '#platform/db/database.server.ts';
import { AppError, invalid } from '#platform/errors.ts';
import { type Api, type Env, endpoint } from '#platform/http/endpoint.server.ts';
import { type PlainPage, plainPage } from '#platform/plain-page.ts';
import { problemsOf } from '#platform/problems.ts';
import { newCorrection } from './corrections.schema.ts';
import { CORRECTIONS } from './corrections.tag.ts';
import {
  closedPage,
  FORM_FIELDS,
  FORM_PATH,
  formPage,
  sentPage,
  TRAP,
  type Typed,
} from './form-page.ts';
import type { Receive } from './receive.server.ts';

/** Two thousand characters of any script, each byte escaped, and the other fields. */
const MAX_FORM = 32_768;
const AGAIN =
  'Nothing was sent yet: the form was open for less than three seconds, or for more than a day. Please press Send again.';

const readForm = async (c: Context<Env>) => {
  const sent = new URLSearchParams(await c.req.text());
  // Browsers count a line break as one character and send two.
  const read = (name: string) => (sent.get(name) ?? '').replaceAll('\r\n', '\n').trim();
  const typed: Typed = Object.fromEntries(FORM_FIELDS.map((name) => [name, read(name)]));
  return { typed, stamp: read('stamp'), isTrapped: read(TRAP) !== '' };
};

const parseTyped = ({ path, text, why, url, email }: Typed) =>
  newCorrection.safeParse(
    {
      path,
      text: why ? `${text}\n\n${why}` : text,
      ...(url ? { url } : {}),
      ...(email ? { email } : {}),
    },
    { reportInput: true },
  );

/** The form as a plain page: it needs no script, and shows what was typed until it is taken. */
export const mountCorrectionForm = (
  api: Api,
  { connection: { db }, settings }: AppParts,
  receive: Receive,
) => {
  const stamps = createFormStamps(db);
  const base = {
    path: FORM_PATH,
    tag: CORRECTIONS,
    access: 'public',
    cacheable: false,
    mediaType: 'text/html',
  } as const;

  const send = (c: Context<Env>, page: PlainPage, status: ContentfulStatusCode = 200) =>
    c.html(plainPage(page, settings.SITE_NAME), status);

  const showForm = async (shown: Omit<Parameters<typeof formPage>[0], 'stamp'>) =>
    formPage({ ...shown, stamp: await stamps.make() });

  endpoint(
    api,
    {
      ...base,
      method: 'get',
      id: 'getCorrectionForm',
      summary: 'A form to say what is wrong on a public page',
      query: z.object({
        about: z
          .string()
          .max(1000)
          .optional()
          .meta({ description: 'The page, and after # its part' }),
        sent: z.string().max(10).optional(),
      }),
    },
    async ({ c, query: { about, sent } }) => {
      if (sent) return send(c, sentPage());
      try {
        return send(c, await showForm({ typed: { path: about } }));
      } catch (error) {
        const unavailable = asUnavailable(error);
        if (!unavailable) throw error;
        return send(c, closedPage(unavailable.message), isReadOnly(error) ? 200 : 503);
      }
    },
  );

  /** The form again, with a sentence where it could not be taken. */
  const refuse = async (c: Context<Env>, typed: Typed, error: unknown) => {
    const failure = asUnavailable(error) ?? error;
    if (!(failure instanceof AppError)) throw error;
    for (const [name, value] of Object.entries(failure.headers ?? {})) c.header(name, value);
    const notice = failure.fields ? undefined : failure.message;
    const page = await showForm({ typed, notice, problems: failure.fields }).catch(() =>
      closedPage(failure.message),
    );
    return send(c, page, failure.status as ContentfulStatusCode);
  };

  endpoint(
    api,
    {
      ...base,
      method: 'post',
      id: 'sendCorrectionForm',
      summary: 'The form, sent: leads on to a page that says thank you, or shows what to correct',
      bodyType: 'application/x-www-form-urlencoded',
      maxBody: MAX_FORM,
      maxAnonymousBody: MAX_FORM,
      status: 303,
      failures: TOO_MANY,
    },
    async ({ c }) => {
      const { typed, stamp, isTrapped } = await readForm(c);
      const thank = () => c.redirect(`${FORM_PATH}?sent=1`, 303);
      if (isTrapped) return thank();
      const parsed = parseTyped(typed);
      try {
        if (!parsed.success) throw invalid(problemsOf(parsed.error));
        if (!(await stamps.isGood(stamp))) throw new AppError('invalid', AGAIN);
        await receive(addressOf(c, settings.TRUST_PROXY), parsed.data);
        return thank();
      } catch (error) {
        return refuse(c, typed, error);
      }
    },
  );
};
