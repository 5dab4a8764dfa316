// Runs in browsers that asked to be reminded of a launch, while no page of it is open. It keeps nothing and fetches nothing.

/** As the service sends it. */
interface Reminder {
  title: string
  body: string
  /** The launch's page. */
  url: string
  /** A second one with the same tag takes the place of the first. */
  tag: string
}

interface Worker {
  registration: { showNotification: (title: string, options: object) => Promise<void> }
  clients: { openWindow: (url: string) => Promise<unknown> }
  addEventListener: (kind: string, listener: (event: never) => void) => void
}

interface Lasting {
  waitUntil: (work: Promise<unknown>) => void
}

interface Pushed extends Lasting {
  data: { json: () => Reminder } | null
}

interface Clicked extends Lasting {
  notification: { close: () => void; data: { url: string } }
}

const worker = globalThis as unknown as Worker // the page's types know no service worker

worker.addEventListener('push', (event: Pushed) => {
  const reminder = event.data?.json()
  if (!reminder) return
  const { title, body, url, tag } = reminder
  event.waitUntil(worker.registration.showNotification(title, { body, tag, data: { url } }))
})

worker.addEventListener('notificationclick', (event: Clicked) => {
  const { notification } = event
  notification.close()
  event.waitUntil(worker.clients.openWindow(new URL(notification.data.url).pathname)) // here, whatever is sent
})
