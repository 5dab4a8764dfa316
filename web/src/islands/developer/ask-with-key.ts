import { type ApiRequest, askApi, type Asked as ApiAsked } from '../../browser/ask-api.ts'
import { developerWords as t } from '../../words/developer.ts'

export type Asked<T> = ApiAsked<T, Refusal>

export interface Refusal {
  /** The key itself is refused. */
  isKey: boolean
  message: string
}

/** Asks the API with a key. */
export async function askWithKey<T>(key: string, path: string, request: ApiRequest = {}): Promise<Asked<T>> {
  const asked = await askApi<T>(path, { ...request, token: key }, t)
  if ('response' in asked) return asked
  const { status, message } = asked.refusal
  return { refusal: { isKey: status === 401, message } }
}

/** The form of keys, so that nothing else is ever sent as one. */
export const isKeyForm = (text: string): boolean => /^lsc_(live|test)_[A-Za-z0-9_-]{48}$/.test(text)
