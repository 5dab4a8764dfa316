import { type ServiceResult, askService } from '../../browser/ask-service.ts'

/** Without a place for the opt-in's id nobody could opt out again. */
export function canKeep(): boolean {
  try {
    localStorage.setItem('reminder', '')
    localStorage.removeItem('reminder')
    return true
  } catch {
    return false
  }
}

/** The id of this browser's opt-in to a launch; null: there is none. */
export function optedIn(enrollmentId: string): string | null {
  return localStorage.getItem(getName(enrollmentId))
}

/** Opts in; answers what came of it, in a sentence. */
export async function optIn(enrollmentId: string): Promise<string> {
  if ((await Notification.requestPermission()) !== 'granted')
    return 'Your browser doesn’t let this site send notifications: allow it in its settings, then try again.'
  const key = await askService<{ publicKey: string }>(`/v1/launch/${enrollmentId}/subscriptions/key`)
  if ('refusal' in key) return key.refusal.message
  const subscription = await subscribe(key.body.publicKey).catch(() => null)
  if (!subscription) return 'Your browser could not subscribe: its push service did not answer.'
  return remember(enrollmentId, await askService(toSubscriptions(enrollmentId), { method: 'POST', body: subscription }))
}

function remember(enrollmentId: string, response: ServiceResult<{ id: string }>): string {
  if ('refusal' in response) return response.refusal.message
  localStorage.setItem(getName(enrollmentId), response.body.id)
  return 'This browser will be told an hour before, ten minutes before, and at the time.'
}

/** Opts out; answers what came of it, in a sentence. */
export async function optOut(enrollmentId: string): Promise<string> {
  const path = `${toSubscriptions(enrollmentId)}/${optedIn(enrollmentId)}`
  const response = await askService(path, { method: 'DELETE' })
  const isGone = !('refusal' in response) || response.refusal.status === 404
  if (!isGone) return response.refusal.message
  localStorage.removeItem(getName(enrollmentId))
  return 'You won’t be reminded.'
}

/** One subscription serves all launches of this site. */
async function subscribe(publicKey: string): Promise<object> {
  await navigator.serviceWorker.register('/push-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  return subscription.toJSON()
}

const toSubscriptions = (enrollmentId: string): string => `/v1/launch/${enrollmentId}/subscriptions`
const getName = (enrollmentId: string): string => `reminder ${enrollmentId}`
