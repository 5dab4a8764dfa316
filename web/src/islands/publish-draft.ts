import { recallFromTab, toSignatureName } from '../browser/tab-storage.ts'
import { mountScoreButton } from './shared/score-button.ts'

interface PublishProps {
  /** Of the draft. */
  id: string
  /** The body of the request, without a signature. */
  submission: object
  /** Shown while the score is made. */
  scoring: string
}

/** Sends the submission of a draft to be published, and opens the published score. */
export function mount(element: HTMLElement, { id, submission, scoring }: PublishProps): void {
  mountScoreButton(element, scoring, () => {
    const signature = recallFromTab(toSignatureName(id))
    return {
      path: '/v1/score',
      // The same also after a reload: it leads to the score that was published first.
      key: signature === null ? `publish-${id}` : `publish-signed-${id}`,
      body: { ...submission, ...(signature !== null && { creatorSignature: signature }) },
    }
  })
}
