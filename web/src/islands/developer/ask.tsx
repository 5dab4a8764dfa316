import { useState } from 'preact/hooks'
import { type Asked as ApiAsked, type ApiRequest, askApi } from '../../browser/ask.ts'
import { developerWords as t } from '../../words/developer.ts'
import { Alert } from '../../ui/console.tsx'

type Asked<T> = ApiAsked<T, Refusal>

export interface Refusal {
  /** The key was refused. */
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

/** Sends the request of a button or a form and keeps its state: whether it runs, and its result or refusal. */
export function useAsk(key: string) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState('')
  const send = async <T,>(
    path: string,
    request: ApiRequest,
    toDone: (response: T) => string,
  ): Promise<T | undefined> => {
    setBusy(true)
    setDone('')
    const asked = await askWithKey<T>(key, path, request)
    setBusy(false)
    setProblem('refusal' in asked ? asked.refusal.message : '')
    if ('refusal' in asked) return undefined
    setDone(toDone(asked.response))
    return asked.response
  }
  return { isBusy, problem, done, send }
}

export const Outcome = ({ problem, done }: { problem: string; done: string }) => (
  <>
    <div role="alert">{problem && <Alert title={problem} />}</div>
    <div role="status">{done}</div>
  </>
)
