// Receives deliveries for all endpoints of a benchmark, in its own process. It responds 200 at once, and never to /hang. It
// parses as little HTTP as it can, to leave the CPU to the senders. The message `count` returns the number of requests,
// `arrivals` the time of each event.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

export type Arrival = [eventId: string, atMs: number]

const most = 200_000
const response = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nkeep-alive: timeout=60\r\n\r\n'
let count = 0
let arrivals: Arrival[] = []

const server = createServer({ noDelay: true }, (socket) => {
  let held = ''
  socket.setEncoding('latin1').on('error', () => socket.destroy())
  socket.on('data', (text: string) => {
    held += text
    for (let end = findEnd(held); end > 0 && end <= held.length; end = findEnd(held)) {
      take(held.slice(0, end))
      held = held.slice(end)
    }
  })
  const take = (request: string) => {
    if (request.startsWith('POST /hang')) return
    count++
    if (arrivals.length < most) arrivals.push([/"id":"(evt_\w+)"/.exec(request)?.[1] ?? '', Date.now()])
    socket.write(response)
  }
})
await once(server.listen(0, '0.0.0.0', 4096), 'listening')

/** The end of the first request in the text; 0: it is incomplete. */
function findEnd(text: string): number {
  const head = text.indexOf('\r\n\r\n')
  return head < 0 ? 0 : head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
}

const responses = {
  count: () => count,
  arrivals: () => {
    const all = arrivals
    arrivals = []
    return all
  },
}
process.on('message', (question: keyof typeof responses) => process.send?.(responses[question]()))
process.send?.((server.address() as AddressInfo).port)
