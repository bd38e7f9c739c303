import { createCookieJar } from './cookie-jar.ts';

const MAX_STEPS = 15;

const formOf = (html: string) => {
  const action = /<form[^>]*action="([^"]+)"/.exec(html)?.[1];
  const prompt = /name="prompt" value="(\w+)"/.exec(html)?.[1];
  if (!action || !prompt) throw new Error(`The provider shows no form: ${html.slice(0, 300)}`);
  return { action: action.replaceAll('&amp;', '&'), prompt };
};

/** A person at the provider: signs in, consents, and is sent back; returns where to. */
export const visitProvider = async (start: string, login: string, siteUrl: string) => {
  const jar = createCookieJar();
  let url = start;
  let init: RequestInit = {};
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const headers = { cookie: jar.header };
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    jar.store(response);
    const location = response.headers.get('location');
    init = {};
    if (location) {
      url = new URL(location, url).href;
      if (url.startsWith(siteUrl)) return new URL(url);
      continue;
    }
    const { action, prompt } = formOf(await response.text());
    url = new URL(action, url).href;
    init = { method: 'POST', body: new URLSearchParams({ prompt, login, password: 'any' }) };
  }
  throw new Error('The provider never sent the browser back');
};
