/**
 * A `fetch` that reads each response whole before it returns it. A body of more than `maxBytes`, unpacked, fails as one that is
 * cut does: the reader gets the error.
 */
export const boundedFetch =
  (fetch: typeof globalThis.fetch, maxBytes: number): typeof globalThis.fetch =>
  async (...request) => {
    const response = await fetch(...request)
    if (!response.body) return response
    const { status, statusText, headers } = response
    const body = await readWhole(response.body, maxBytes).catch(toFailing)
    return new Response(body, { status, statusText, headers })
  }

async function readWhole(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) throw new Error(`the response is larger than ${maxBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const toFailing = (error: unknown) => new ReadableStream({ pull: (controller) => controller.error(error) })
