export interface SentEvent {
  event: string;
  id?: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the event holds
  data: any;
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
      if (!fields.event) continue;
      events.push({
        event: fields.event,
        ...(fields.id ? { id: fields.id } : {}),
        data: JSON.parse(fields.data ?? 'null'),
      });
      if (until(events.at(-1) as SentEvent)) return events;
    }
  }
  return events;
};
