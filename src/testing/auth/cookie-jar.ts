/** As much of a browser's cookie store as one host needs. */
export const createCookieJar = () => {
  const cookies = new Map<string, string>();
  return {
    get header() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    get: (name: string) => cookies.get(name),
    set: (name: string, value: string) => void cookies.set(name, value),
    delete: (name: string) => cookies.delete(name),
    store(response: Response) {
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const at = pair.indexOf('=');
        const isGone = /;\s*max-age=0/i.test(line) || /expires=Thu, 01 Jan 1970/i.test(line);
        if (isGone) cookies.delete(pair.slice(0, at));
        else cookies.set(pair.slice(0, at), pair.slice(at + 1));
      }
    },
  };
};

export type CookieJar = ReturnType<typeof createCookieJar>;
