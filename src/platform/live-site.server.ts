export interface SiteNames {
  siteName?: string;
  publisher?: string;
  contactEmail?: string;
}

/**
 * What owners change in the panel while the site runs. A copy would keep the old name, so reading one of them while the
 * calls are mounted throws: it is read where it is used.
 */
export const createLiveSite = (siteUrl: string, defaultName: string) => {
  let names: SiteNames = {};
  let isMounting = false;

  const read = (): SiteNames => {
    if (isMounting) throw new Error('Read the names of the site in the handler: they may change');
    return names;
  };

  return {
    siteUrl,
    get siteName(): string {
      return read().siteName ?? defaultName;
    },
    get publisher(): string | undefined {
      return read().publisher;
    },
    get contactEmail(): string | undefined {
      return read().contactEmail;
    },
    /** Returns whether pages print something else from now on. */
    change(changed: SiteNames): boolean {
      const before = JSON.stringify(names);
      names = {
        siteName: changed.siteName,
        publisher: changed.publisher,
        contactEmail: changed.contactEmail,
      };
      return JSON.stringify(names) !== before;
    },
    whileMounting<T>(mount: () => T): T {
      isMounting = true;
      try {
        return mount();
      } finally {
        isMounting = false;
      }
    },
  };
};

export type LiveSite = ReturnType<typeof createLiveSite>;
