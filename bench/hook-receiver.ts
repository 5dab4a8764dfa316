// Receives deliveries for all endpoints of a benchmark, in a process of its own: 200 at once, but what is sent to /hang gets
// no answer. It reads no more of HTTP than it must, so that it takes little of what the senders are measured on. Asked for
// `count` it says how many came, asked for `arrivals` when each event did.
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

export type Arrival = [eventId: string, atMs: number]

const most = 200_000
const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 0\r\nkeep-alive: timeout=60\r\n\r\n'
let count = 0
let arrivals: Arrival[] = []

const server = createServer({ noDelay: true }, (socket) => {
  let held = ''
  socket.setEncoding('latin1').on('error', () => socket.destroy())
  socket.on('data', (text: string) => {
    held += text
    for (let end = endOf(held); end > 0 && end <= held.length; end = endOf(held)) {
      take(held.slice(0, end))
      held = held.slice(end)
    }
  })
  const take = (request: string) => {
    if (request.startsWith('POST /hang')) return
    count++
    if (arrivals.length < most) arrivals.push([/"id":"(evt_\w+)"/.exec(request)?.[1] ?? '', Date.now()])
    socket.write(answer)
  }
})
await once(server.listen(0, '0.0.0.0', 4096), 'listening')

/** Where the request that a text begins with ends; 0 while that can't be told. */
function endOf(text: string): number {
  const head = text.indexOf('\r\n\r\n')
  return head < 0 ? 0 : head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1] ?? 0)
}

const answers = {
  count: () => count,
  arrivals: () => {
    const all = arrivals
    arrivals = []
    return all
  },
}
process.on('message', (question: keyof typeof answers) => process.send?.(answers[question]()))
process.send?.((server.address() as AddressInfo).port)
