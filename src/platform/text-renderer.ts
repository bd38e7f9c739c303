/** How stored markdown becomes what a reader gets; the site decides, the rest of the house only asks. */
export interface TextRenderer {
  render(
    source: string,
    options: { autoLink: boolean; ownSlug: string | undefined },
  ): Promise<string>;
  excerpt(source: string, length: number): string;
}
