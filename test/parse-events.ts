interface ParsedEvent {
  event: string
  data: any // oxlint-disable-line typescript/no-explicit-any -- what the wire brought, judged by the asserts
}

/** The server-sent events in a text, their data parsed; comments are left out. */
export const parseEvents = (text: string): ParsedEvent[] =>
  text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
      return { event, data: JSON.parse(data) }
    })
