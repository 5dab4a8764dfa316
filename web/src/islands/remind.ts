import type { RemindWords } from '../words/launch.ts'
import { canKeep, optIn, optOut, optedIn } from './remind/push.ts'

interface RemindProps {
  enrollmentId: string
  words: RemindWords
}

/** A button that has this browser notified of a launch, and one that ends it. */
export function mount(element: HTMLElement, { enrollmentId, words }: RemindProps): void {
  const button = element.querySelector('button')
  const said = element.querySelector<HTMLElement>('[role=status]')
  if (!button || !said) return
  if (!isSupported()) {
    button.hidden = true
    said.textContent = words.cantRemind
    return
  }
  const show = () => {
    const isOn = optedIn(enrollmentId) !== null
    button.textContent = isOn ? words.stopReminding : words.remindMe
  }
  const change = async () => {
    button.ariaDisabled = 'true' // a disabled button would lose the focus
    try {
      const result = await (optedIn(enrollmentId) === null ? optIn : optOut)(enrollmentId)
      said.textContent = 'refused' in result ? result.refused : words[result.said]
    } finally {
      button.ariaDisabled = 'false'
      show()
    }
  }
  button.addEventListener('click', () => button.ariaDisabled === 'true' || void change())
  show()
  button.removeAttribute('data-waiting')
}

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && canKeep()
