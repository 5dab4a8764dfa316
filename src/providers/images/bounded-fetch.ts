/** A `fetch` whose responses fail once their unpacked bodies exceed `maxBytes`, so that long ones cost no more memory. */
export const boundedFetch =
  (fetch: typeof globalThis.fetch, maxBytes: number): typeof globalThis.fetch =>
  async (...request) => {
    const response = await fetch(...request)
    if (!response.body) return response
    const { status, statusText, headers } = response
    return new Response(response.body.pipeThrough(limit(maxBytes)), { status, statusText, headers })
  }

function limit(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let length = 0
  return new TransformStream({
    transform: (chunk, controller) => {
      length += chunk.length
      if (length > maxBytes) throw new Error(`the response is larger than ${maxBytes} bytes`)
      controller.enqueue(chunk)
    },
  })
}
