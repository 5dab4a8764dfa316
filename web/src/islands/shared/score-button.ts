import type { ScoreResult } from '../../../../contract/schemas/score.ts'
import { askService } from '../../browser/ask.ts'
import { keepLanguage } from '../../words/language.ts'

interface Scoring {
  path: string
  /** The same for each click on what is the same request, so that a lost response doesn't make a second record. */
  key: string
  body?: object
}

/** Requests a score when the island's button is pressed, says `scoring` meanwhile, and opens the score or says what `tell` returns. */
export function mountScoreButton(
  element: HTMLElement,
  scoring: string,
  toRequest: () => Scoring,
  tell: (result: ScoreResult) => string | null = () => null,
): void {
  const button = element.querySelector('button')
  const said = element.querySelector<HTMLElement>('.said')
  if (!button || !said) return
  button.removeAttribute('data-waiting')
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-disabled') === 'true') return
    button.setAttribute('aria-disabled', 'true')
    say(said, scoring)
    const { path, key, ...rest } = toRequest()
    const request = { method: 'POST', ...rest, headers: { 'idempotency-key': key } }
    void askService<ScoreResult>(path, request).then((result) => {
      const told = 'body' in result ? tell(result.body) : null
      if ('body' in result && told === null) return location.assign(keepLanguage(`/score/${result.body.id}?new`))
      button.removeAttribute('aria-disabled')
      if ('refusal' in result) say(said, result.refusal.message, 'en')
      else say(said, told ?? '')
    })
  })
}

/** The service's own sentences are English. */
function say(element: HTMLElement, words: string, language = document.documentElement.lang): void {
  element.lang = language
  element.textContent = words
}
