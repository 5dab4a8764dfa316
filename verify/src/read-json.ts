/** How requests are made, and when they end. */
export interface Requests {
  fetch: typeof fetch
  signal: AbortSignal
}

const maxBytes = 2_000_000

/** The JSON of a 200 response; undefined for other statuses. It follows no redirect and reads at most 2 MB. */
export async function readJson(url: string, { fetch, signal }: Requests, init: RequestInit = {}): Promise<unknown> {
  const response = await fetch(url, { ...init, signal, redirect: 'error' })
  if (response.status === 200) return JSON.parse(await readText(response)) as unknown
  await response.body?.cancel()
  return undefined
}

async function readText({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let size = 0
  for (;;) {
    const { done = true, value } = (await reader?.read()) ?? {}
    if (done || !value) return text + decoder.decode()
    size += value.byteLength
    if (size > maxBytes) {
      await reader?.cancel()
      throw new Error(`the response has more than ${maxBytes} bytes`)
    }
    text += decoder.decode(value, { stream: true })
  }
}
