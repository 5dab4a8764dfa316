export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The browser's subscription, as the service takes it. One subscription serves all that this site sends. */
export async function subscribeToPush(publicKey: string): Promise<object> {
  await navigator.serviceWorker.register('/push-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const options = { userVisibleOnly: true, applicationServerKey: publicKey }
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    if (!isOfOtherKey(error)) throw error
    const old = await pushManager.getSubscription()
    await old?.unsubscribe()
    return pushManager.subscribe(options)
  })
  return subscription.toJSON()
}

/** The browser has a subscription with another key of the service. Nobody can push to it any more. */
const isOfOtherKey = (error: unknown): boolean => error instanceof DOMException && error.name === 'InvalidStateError'
