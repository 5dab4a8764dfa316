interface ServerEvent {
  event: string
  data: unknown
}

/** The server-sent events of a response; ends with the connection, whether it was closed or lost. */
export async function* readEvents({ body }: Response): AsyncGenerator<ServerEvent> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const read = await reader?.read().catch(() => undefined)
    if (!read || read.done) return
    const blocks = (text + read.value).split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) as unknown }
    }
  }
}
