import { useRef, useState } from 'preact/hooks'
import type { Asked } from '../../browser/ask.ts'

interface Page {
  nextCursor: string | null
}

/**
 * Loads the pages of a list. `load` reads the page after those of `before`. A response is ignored when another load has
 * started since, because the filters may have changed.
 */
export function usePages<T extends Page>(ask: (cursor: string) => Promise<Asked<T>>) {
  const [pages, setPages] = useState<T[] | null>(null)
  const [problem, setProblem] = useState('')
  const [isBusy, setBusy] = useState(false)
  const turn = useRef(0)
  const load = async (before: T[]) => {
    turn.current += 1
    const own = turn.current
    setBusy(true)
    const asked = await ask(before.at(-1)?.nextCursor ?? '')
    if (own !== turn.current) return
    setBusy(false)
    setProblem('refusal' in asked ? asked.refusal.message : '')
    if ('response' in asked) setPages([...before, asked.response])
  }
  return { pages, problem, isBusy, load }
}
