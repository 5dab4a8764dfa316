import type { ScoreResult } from '../../../contract/schemas/score.ts'
import { askService } from '../browser/ask.ts'
import { recallFromTab, toSignatureName } from '../browser/tab-storage.ts'
import { keepLanguage } from '../words/language.ts'

interface PublishProps {
  /** Of the draft. */
  id: string
  /** The body of the request, without a signature. */
  submission: object
  /** Shown while the score is made. */
  scoring: string
}

/** Sends the submission of a draft to be published, and opens the published score. */
export function mount(element: HTMLElement, props: PublishProps): void {
  const button = element.querySelector('button')
  const said = element.querySelector<HTMLElement>('.said')
  if (!button || !said) return
  button.removeAttribute('data-waiting')
  button.addEventListener('click', () => {
    if (button.getAttribute('aria-disabled') === 'true') return
    button.setAttribute('aria-disabled', 'true')
    say(said, props.scoring)
    void publish(props).then((outcome) => {
      if ('path' in outcome) return location.assign(keepLanguage(outcome.path))
      button.removeAttribute('aria-disabled')
      say(said, outcome.message, 'en')
    })
  })
}

async function publish({ id, submission }: PublishProps): Promise<{ path: string } | { message: string }> {
  const signature = recallFromTab(toSignatureName(id))
  const result = await askService<ScoreResult>('/v1/score', {
    method: 'POST',
    body: { ...submission, ...(signature !== null && { creatorSignature: signature }) },
    // The same for each click, also after a reload: it leads to the score that was published first.
    headers: { 'idempotency-key': signature === null ? `publish-${id}` : `publish-signed-${id}` },
  })
  return 'refusal' in result ? { message: result.refusal.message } : { path: `/score/${result.body.id}?new` }
}

/** The service's own sentences are English. */
function say(element: HTMLElement, words: string, language = document.documentElement.lang): void {
  element.lang = language
  element.textContent = words
}
