export interface SiteInfo {
  name: string;
  url: string;
  /** The day on which the server made this page; a printed sheet names it. */
  day: string;
  /** The request that rendered this page, for a reader to quote when it failed. */
  requestId: string;
  /** The publisher and contact address, where the operator has set them. */
  publisher?: string;
  contactEmail?: string;
  /** Set while the page is shown as it will be, by a link that ends then. */
  preview?: { until: string | null; isLive: boolean };
}
