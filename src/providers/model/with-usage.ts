import { parseJson } from '../../platform/parse-json.ts'

/**
 * Adds `usage` to a message that lacks it: the SDK refuses such a message, though only the budget of tokens reads the field, and
 * compatible endpoints leave it out. The tokens then count as none.
 */
export async function withUsage(response: Response): Promise<Response> {
  if (!response.ok) return response
  const { status, statusText, headers } = response
  const text = await response.text()
  const message = parseJson(text) as { type?: unknown; usage?: unknown } | null | undefined
  const isWhole = message?.type !== 'message' || (message.usage !== undefined && message.usage !== null)
  const body = isWhole ? text : JSON.stringify({ ...message, usage: { input_tokens: 0, output_tokens: 0 } })
  return new Response(body, { status, statusText, headers })
}
