import { parseJson } from '../../platform/parse-json.ts'

/**
 * Adds `usage` to a message that lacks it: the SDK refuses such a message, though only the budget of tokens reads the field, and
 * compatible endpoints leave it out. The tokens then count as none.
 */
export async function withUsage(response: Response): Promise<Response> {
  if (!response.ok) return response
  const text = await response
    .clone()
    .text()
    .catch(() => '') // a body that is cut: its reader gets the error
  const message = parseJson(text) as { type?: unknown; usage?: unknown } | null | undefined
  if (message?.type !== 'message' || (message.usage !== undefined && message.usage !== null)) return response
  const { status, statusText, headers } = response
  const body = { ...message, usage: { input_tokens: 0, output_tokens: 0 } }
  return new Response(JSON.stringify(body), { status, statusText, headers })
}
