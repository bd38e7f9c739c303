export interface SentEvent {
  event: string;
  id?: string;
  data: Record<string, unknown>;
}

/** Every event of a stream until it ends, or until `until` says so. */
export const readEvents = async (
  response: Response,
  until: (event: SentEvent) => boolean = () => false,
): Promise<SentEvent[]> => {
  const events: SentEvent[] = [];
  if (!response.body) return events;
  let rest = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    rest += chunk;
    const parts = rest.split('\n\n');
    rest = parts.pop() ?? '';
    for (const part of parts) {
      const fields = Object.fromEntries(
        part.split('\n').map((line) => [line.split(': ')[0], line.slice(line.indexOf(': ') + 2)]),
      );
      const { event, id, data = 'null' } = fields;
      if (!event) continue;
      const sent = { event, ...(id ? { id } : {}), data: JSON.parse(data) };
      events.push(sent);
      if (until(sent)) return events;
    }
  }
  return events;
};
