import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { askService, randomKey } from '../browser/ask.ts'

export interface RescoreProps {
  scoreId: string
  /** Shown while the new score is made. */
  scoring: string
}

/** Has the submission of a score scored again, and opens the new record. */
export function mount(element: HTMLElement, { scoreId, scoring }: RescoreProps): void {
  const button = element.querySelector('button')
  const said = element.querySelector<HTMLElement>('.said')
  if (!button || !said) return
  const key = randomKey() // reused, so that a retry after a lost response doesn't make a second record
  button.removeAttribute('data-waiting')
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-disabled') === 'true') return
    button.setAttribute('aria-disabled', 'true')
    say(said, scoring)
    void rescore(scoreId, key).then((outcome) => {
      if ('path' in outcome) return location.assign(outcome.path)
      button.removeAttribute('aria-disabled')
      say(said, outcome.message, 'en')
    })
  })
}

async function rescore(scoreId: string, key: string): Promise<{ path: string } | { message: string }> {
  const result = await askService<ScoreResult>(`/v1/score/${scoreId}/rescore`, {
    method: 'POST',
    headers: { 'idempotency-key': key },
  })
  return 'refusal' in result ? { message: result.refusal.message } : { path: `/score/${result.body.id}?new` }
}

/** The service's own sentences are English. */
function say(element: HTMLElement, words: string, language = document.documentElement.lang): void {
  element.lang = language
  element.textContent = words
}
