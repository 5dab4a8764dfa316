import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { App } from '../../src/platform/http/app.ts'
import assert from 'node:assert/strict'

interface RawRequest {
  method: string
  path: string
  headers: Record<string, string>
  body: Buffer
}

interface RawResponse {
  status: number
  body: string
}

/** Sends requests one after the other over a single connection to a socket of the service. */
export async function rawRequest(t: TestContext, app: App, requests: RawRequest[]): Promise<RawResponse[]> {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => agent.destroy())
  const responses: RawResponse[] = []
  for (const one of requests) responses.push(await send(agent, port, one))
  return responses
}

const send = (agent: Agent, port: number, { method, path, headers, body }: RawRequest) =>
  new Promise<RawResponse>((resolve, reject) => {
    const length = { 'content-length': String(body.length) }
    const sent = request({ agent, port, host: '127.0.0.1', method, path, headers: { ...headers, ...length } })
    sent.on('error', reject).on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() }))
    })
    sent.end(body)
  })

/** A sample of a metric in Prometheus' text format. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Parses the text of GET /metrics. */
export const readMetrics = (text: string): Sample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value = ''] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
      assert.ok(name, line)
      const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [key, text])
      return { name, labels: Object.fromEntries(pairs) as Sample['labels'], value: Number(value) }
    })

/** The value of the one sample of `name` that has these labels; undefined: there is none. */
export function findValue(text: string, name: string, labels: Record<string, string> = {}): number | undefined {
  const found = readMetrics(text).filter(
    (sample) => sample.name === name && Object.entries(labels).every(([key, value]) => sample.labels[key] === value),
  )
  assert.ok(found.length <= 1, `${found.length} samples of ${name}`)
  return found[0]?.value
}

interface ParsedEvent {
  event: string
  data: any // oxlint-disable-line typescript/no-explicit-any -- what the wire brought, judged by the asserts
}

/** The server-sent events in a text, their data parsed; comments are left out. */
export const parseEvents = (text: string): ParsedEvent[] =>
  text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? []
      return { event, data: JSON.parse(data) }
    })

/** A part of a form as browsers send it. */
export interface FormPart {
  name: string
  /** A field of text has none. */
  filename?: string
  bytes: Buffer | string
}

const boundary = '----launchscore-test-boundary'

/** A multipart/form-data body with its headers, as light-my-request and fetch take them. */
export function toForm(parts: FormPart[]): { payload: Buffer; headers: Record<string, string> } {
  const chunks = parts.flatMap(({ name, filename, bytes }) => {
    const file = filename === undefined ? '' : `; filename="${filename}"\r\nContent-Type: application/octet-stream`
    return [`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`, bytes, '\r\n']
  })
  const payload = Buffer.concat([...chunks, `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk as string)))
  return { payload, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** A form with one image. */
export const imageForm = (bytes: Buffer | string, name = 'image') => toForm([{ name, filename: 'a.png', bytes }])
