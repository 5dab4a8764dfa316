import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { askService, randomKey } from '../browser/ask.ts'
import { keepLanguage } from '../words/language.ts'

export interface ScoreContractProps {
  contractAddress: string
  chainId: number
  /** Shown while the contract is scored. */
  scoring: string
}

/** Has a contract scored by its address alone, and opens the record. */
export function mount(element: HTMLElement, { contractAddress, chainId, scoring }: ScoreContractProps): void {
  const button = element.querySelector('button')
  const said = element.querySelector<HTMLElement>('.said')
  if (!button || !said) return
  const key = randomKey() // reused, so that a retry after a lost response doesn't make a second record
  button.removeAttribute('data-waiting')
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-disabled') === 'true') return
    button.setAttribute('aria-disabled', 'true')
    say(said, scoring)
    const request = { method: 'POST', body: { contractAddress, chainId }, headers: { 'idempotency-key': key } }
    void askService<ScoreResult>('/v1/score', request).then((result) => {
      if ('body' in result) return location.assign(keepLanguage(`/score/${result.body.id}?new`))
      button.removeAttribute('aria-disabled')
      say(said, result.refusal.message, 'en')
    })
  })
}

/** The service's own sentences are English. */
function say(element: HTMLElement, words: string, language = document.documentElement.lang): void {
  element.lang = language
  element.textContent = words
}
