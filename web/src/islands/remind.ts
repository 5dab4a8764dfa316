import type { RemindWords } from '../words/remind.ts'
import { type ServiceResult, askService } from '../browser/ask.ts'
import { canPush, subscribeToPush } from '../browser/push.ts'

interface RemindProps {
  enrollmentId: string
  words: RemindWords
}

/** The ways to be reminded of a launch: a button for web push, and a form for an e-mail address. */
export function mount(element: HTMLElement, { enrollmentId, words }: RemindProps): void {
  const said = element.querySelector<HTMLElement>('[role=status]')
  if (!said) return
  const say = (text: string) => {
    said.textContent = text
  }
  const list = element.querySelector('details')
  const button = element.querySelector<HTMLButtonElement>('button[type=button]')
  if (button) mountPush(button, { enrollmentId, words, say, isAlone: list === null })
  const form = element.querySelector('form')
  if (form) mountEmail(form, { enrollmentId, words, say })
  list?.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    list.open = false
    list.querySelector('summary')?.focus()
  })
}

interface Way extends RemindProps {
  say: (text: string) => void
}

function mountPush(button: HTMLButtonElement, { enrollmentId, words, say, isAlone }: Way & { isAlone: boolean }) {
  if (!isSupported()) {
    const row = button.closest('li') ?? button
    row.hidden = true
    if (isAlone) say(words.cantRemind)
    return
  }
  const show = () => {
    const isOn = optedIn(enrollmentId) !== null
    const label = isOn ? words.stopReminding : words.remindMe
    button.lastChild?.replaceWith(label)
  }
  const change = async () => {
    button.ariaDisabled = 'true' // a disabled button would lose the focus
    try {
      const result = await (optedIn(enrollmentId) === null ? optIn : optOut)(enrollmentId)
      say('refused' in result ? result.refused : words[result.said])
    } finally {
      button.ariaDisabled = 'false'
      show()
    }
  }
  button.addEventListener('click', () => button.ariaDisabled === 'true' || void change())
  show()
  button.removeAttribute('data-waiting')
}

function mountEmail(form: HTMLFormElement, { enrollmentId, words, say }: Way) {
  const button = form.querySelector<HTMLButtonElement>('button')
  const send = async () => {
    if (button) button.ariaDisabled = 'true'
    const body = { email: form.querySelector<HTMLInputElement>('[name=email]')?.value.trim() ?? '' }
    const response = await askService(`/v1/launch/${enrollmentId}/reminders`, { method: 'POST', body })
    if (!('refusal' in response)) form.reset()
    say('refusal' in response ? response.refusal.message : words.asked)
    if (button) button.ariaDisabled = 'false'
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (button?.ariaDisabled !== 'true') void send()
  })
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
