/** How requests are made, and when they end. */
export interface Requests {
  fetch: typeof fetch
  signal: AbortSignal
}

interface JsonResponse {
  status: number
  /** undefined: the body of a status other than 200 is not JSON. */
  body: unknown
}

const maxBytes = 2_000_000

/**
 * Requests JSON. It follows no redirect and reads at most 2 MB. Throws the signal's reason, or an error that says why there is
 * no JSON.
 */
export async function readJson(url: string, requests: Requests, init: RequestInit = {}): Promise<JsonResponse> {
  const { origin } = new URL(url)
  const response = await send(url, requests, init)
  const { status, type } = response
  const text = await readText(response)
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) throw new Error(`${origin} redirects elsewhere`)
  try {
    return { status, body: JSON.parse(text) as unknown }
  } catch (cause) {
    if (status !== 200) return { status, body: undefined }
    throw new Error(`the response from ${origin} is not valid JSON`, { cause })
  }
}

/** Some edge runtimes don't have the redirect mode `error`. */
async function send(url: string, { fetch, signal }: Requests, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal, redirect: 'manual' })
  } catch (cause) {
    signal.throwIfAborted()
    throw new Error(`${new URL(url).origin} could not be reached${getReason(cause)}`, { cause })
  }
}

/** Node's `fetch` hides the reason in the cause. */
function getReason(error: unknown): string {
  const code = (error as { cause?: { code?: string } }).cause?.code
  return code ? `: ${code}` : ''
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
