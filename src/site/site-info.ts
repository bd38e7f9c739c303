/** What every page knows of the site that shows it. */
export interface SiteInfo {
  name: string;
  url: string;
  /** The day on which the server made this page; a printed sheet names it. */
  day: string;
  /** The request that rendered this page, for a reader to quote when it failed. */
  requestId: string;
  /** Set while the page is shown as it will be, by a link that ends then. */
  preview?: { until: string; isLive: boolean };
}
