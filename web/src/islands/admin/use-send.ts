import { useState } from 'preact/hooks'
import { tell } from './ask.ts'

/** Sends a form's change: whether it is on its way, and why it was refused. */
export function useSend(token: string) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const send = async <T>(path: string, body: object): Promise<T | null> => {
    setBusy(true)
    const asked = await tell<T>(token, path, body)
    setBusy(false)
    setProblem('refusal' in asked ? asked.refusal.message : '')
    return 'response' in asked ? asked.response : null
  }
  return { isBusy, problem, setProblem, send }
}
