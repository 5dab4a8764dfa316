import { canKeep, optIn, optOut, optedIn } from './remind/push.ts'

/** A button that has this browser reminded of a launch, and one that ends it. */
export function mount(element: HTMLElement, { enrollmentId }: { enrollmentId: string }): void {
  const button = element.querySelector('button')
  const words = element.querySelector<HTMLElement>('[role=status]')
  if (!button || !words || !isSupported()) return
  const show = () => {
    const isOn = optedIn(enrollmentId) !== null
    button.textContent = isOn ? 'Stop reminding me' : 'Remind me'
    button.setAttribute('aria-pressed', String(isOn))
  }
  const change = async () => {
    button.disabled = true
    words.textContent = await (optedIn(enrollmentId) === null ? optIn : optOut)(enrollmentId)
    button.disabled = false
    show()
  }
  button.addEventListener('click', () => void change())
  show()
  button.removeAttribute('data-waiting')
}

const isSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window && canKeep()
