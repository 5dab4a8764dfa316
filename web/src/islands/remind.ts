import type { RemindWords } from '../words/launch.ts'
import { type ServiceResult, askService } from '../browser/ask.ts'
import { canPush, subscribeToPush } from '../browser/push.ts'

interface RemindProps {
  enrollmentId: string
  words: RemindWords
}

/** A button that turns web-push reminders of a launch on and off. */
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

const isSupported = () => canPush() && canKeep()

/** Without stored ids, nobody could opt out again. */
function canKeep(): boolean {
  try {
    localStorage.setItem('reminder', '')
    localStorage.removeItem('reminder')
    return true
  } catch {
    return false
  }
}

/** The id of this browser's opt-in to a launch; null: there is none. */
function optedIn(enrollmentId: string): string | null {
  return localStorage.getItem(getName(enrollmentId))
}

/** The message: the name of a sentence, or the service's reason for its refusal. */
type Result = { said: 'reminding' | 'notReminding' | 'blocked' | 'noPushService' | 'cantRemind' } | { refused: string }

async function optIn(enrollmentId: string): Promise<Result> {
  if ((await Notification.requestPermission()) !== 'granted') return { said: 'blocked' }
  const key = await askService<{ publicKey: string }>(`/v1/launch/${enrollmentId}/subscriptions/key`)
  if ('refusal' in key) return { refused: key.refusal.message }
  const subscription = await subscribeToPush(key.body.publicKey).catch(() => null)
  if (!subscription) return { said: 'noPushService' }
  return remember(enrollmentId, await askService(toSubscriptions(enrollmentId), { method: 'POST', body: subscription }))
}

async function remember(enrollmentId: string, response: ServiceResult<{ id: string }>): Promise<Result> {
  if ('refusal' in response) return { refused: response.refusal.message }
  const { id } = response.body
  try {
    localStorage.setItem(getName(enrollmentId), id)
    return { said: 'reminding' }
  } catch {
    // the storage is full, so this opt-in could not be ended later
    await askService(`${toSubscriptions(enrollmentId)}/${id}`, { method: 'DELETE' })
    return { said: 'cantRemind' }
  }
}

async function optOut(enrollmentId: string): Promise<Result> {
  const path = `${toSubscriptions(enrollmentId)}/${optedIn(enrollmentId)}`
  const response = await askService(path, { method: 'DELETE' })
  const isGone = !('refusal' in response) || response.refusal.status === 404
  if (!isGone) return { refused: response.refusal.message }
  localStorage.removeItem(getName(enrollmentId))
  return { said: 'notReminding' }
}

const toSubscriptions = (enrollmentId: string): string => `/v1/launch/${enrollmentId}/subscriptions`
const getName = (enrollmentId: string): string => `reminder ${enrollmentId}`
