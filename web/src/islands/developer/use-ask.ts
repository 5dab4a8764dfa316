import { useState } from 'preact/hooks'
import type { ApiRequest } from '../../browser/ask-api.ts'
import { askWithKey } from './ask-with-key.ts'

/** Sends what a button or a form asks for: whether it is on its way, what came of it, and why it was refused. */
export function useAsk(key: string) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const [done, setDone] = useState('')
  const send = async <T>(
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
