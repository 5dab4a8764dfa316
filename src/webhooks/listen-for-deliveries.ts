import { once } from 'node:events'
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Command, type CommandCall, UsageError } from '../platform/command.ts'
import { receiveDelivery } from './receive-delivery.ts'

/** `launchscore webhooks listen`: a receiver on this machine that verifies and prints what it is sent. */
export const listenCommand: Command<unknown> = {
  usage: 'webhooks listen --secret <secret> [--port <port>] [--status <status>]',
  summary: 'receive, verify and print deliveries on this machine (port 9000) until Ctrl-C',
  options: { secret: { type: 'string' }, port: { type: 'string' }, status: { type: 'string' } },
  run: () => Promise.reject(new Error('It runs by itself, not inside a service.')),
  runAlone: (call) => listenForDeliveries(readOptions(call), call.isJson),
}

interface Options {
  secret: string
  port: number
  status: number
}

function readOptions({ options: { secret, port = '9000', status = '200' } }: CommandCall): Options {
  if (typeof secret !== 'string' || secret === '') throw new UsageError('--secret is missing: the subscription’s')
  if (!/^\d{1,5}$/.test(String(port)) || Number(port) > 65_535) throw new UsageError('--port must be a port')
  if (!/^[2-5]\d\d$/.test(String(status))) throw new UsageError('--status must be a status from 200 to 599')
  return { secret, port: Number(port), status: Number(status) }
}

async function listenForDeliveries({ secret, port, status }: Options, isJson: boolean) {
  const seen = new Set<string>()
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy())
  })
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const { headers } = request
    const body = await buffer(request)
    const at = new Date()
    const { event, deliveryId, verdict } = receiveDelivery({ headers, body }, secret, at)
    const answer = verdict === 'good' ? status : 401
    response.writeHead(answer).end()
    const received = { at: at.toISOString(), event, deliveryId, isRepeated: seen.has(deliveryId), verdict, answer }
    if (verdict === 'good') seen.add(deliveryId)
    process.stdout.write(isJson ? lineOf({ ...received, body: body.toString() }) : textOf(received, body))
  }
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const { port: listening } = server.address() as { port: number } // on TCP
  process.stderr.write(
    `http://127.0.0.1:${listening}/ listens. A service needs OUTBOUND_ALLOW=127.0.0.1:${listening}.\n`,
  )
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  server.close()
  server.closeAllConnections()
  return { status: 0, stdout: '', stderr: '' }
}

const lineOf = (value: object) => `${JSON.stringify(value)}\n`

const verdicts = {
  good: 'the signature is good',
  forged: 'THE SIGNATURE IS NOT BY THIS SECRET',
  stale: 'IT WAS SIGNED MORE THAN 300 S AGO, OR WILL BE',
  unsigned: 'IT IS NOT SIGNED',
}

interface Received {
  at: string
  event: string
  deliveryId: string
  isRepeated: boolean
  verdict: keyof typeof verdicts
  answer: number
}

function textOf({ at, event, deliveryId, isRepeated, verdict, answer }: Received, body: Buffer): string {
  const head = `${at}  ${event || '?'}  ${deliveryId || '?'}${isRepeated ? '  (once more)' : ''}`
  return `${head}\n  ${verdicts[verdict]}; answered ${answer}\n  ${printable(body)}\n`
}

/** A stranger's bytes must not steer the terminal. */
const printable = (body: Buffer) =>
  body
    .toString()
    .replaceAll(/\p{Cc}/gu, ' ')
    .slice(0, 4000)
