/** The way to the form about a page, and after # a part of it; the form is no page of the app, so the browser follows it. */
export function SomethingWrong({ about }: { about: string }) {
  return (
    <a
      href={`/corrections/new?about=${encodeURIComponent(about)}`}
      target="_self"
      rel="nofollow"
      className="no-print text-link"
    >
      Something wrong?
    </a>
  );
}
