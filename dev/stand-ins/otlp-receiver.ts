import { once } from 'node:events'
import { type IncomingHttpHeaders, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'

/** A span as it arrived. Ids are hex digits. */
export interface ReceivedSpan {
  traceId: string
  spanId: string
  /** '' for the first span of a trace. */
  parentId: string
  name: string
  /** 1 internal, 2 server, 3 client. */
  kind: number
  startNs: bigint
  endNs: bigint
  attributes: Record<string, string | number | boolean>
  isError: boolean
  /** The attributes of the process that sent it. */
  resource: Record<string, string | number | boolean>
}

export interface OtlpReceiver {
  /** The value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  url: string
  spans: ReceivedSpan[]
  requests: { path: string; headers: IncomingHttpHeaders }[]
  close: () => Promise<void>
}

/** A receiver of traces in OTLP's binary form over HTTP on a free port of this machine. */
export async function startOtlpReceiver(respond: () => number = () => 200): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = []
  const requests: OtlpReceiver['requests'] = []
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      const { headers, url: path = '' } = request
      const status = respond()
      requests.push({ path, headers })
      if (status === 200) spans.push(...readExport(headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body))
      response.writeHead(status, { 'content-type': 'application/x-protobuf' }).end()
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port, so this is no path
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${port}`, spans, requests, close }
}

// The numbers below are those of opentelemetry/proto/collector/trace/v1 and opentelemetry/proto/trace/v1.

const readExport = (body: Buffer): ReceivedSpan[] =>
  listMessages(body, 1).flatMap((resourceSpans) => {
    const resource = readAttributes(listMessages(resourceSpans, 1).flatMap((message) => listMessages(message, 1)))
    return listMessages(resourceSpans, 2).flatMap((scopeSpans) =>
      listMessages(scopeSpans, 2).map((span) => ({ ...readSpan(span), resource })),
    )
  })

function readSpan(message: Buffer): Omit<ReceivedSpan, 'resource'> {
  const fields = readFields(message)
  const bytes = (number: number) => fields.find((field) => field.number === number)?.bytes ?? Buffer.alloc(0)
  const integer = (number: number) => fields.find((field) => field.number === number)?.integer ?? 0n
  const status = readFields(bytes(15))
  return {
    traceId: bytes(1).toString('hex'),
    spanId: bytes(2).toString('hex'),
    parentId: bytes(4).toString('hex'),
    name: bytes(5).toString(),
    kind: Number(integer(6)),
    startNs: integer(7),
    endNs: integer(8),
    attributes: readAttributes(listMessages(message, 9)),
    isError: status.some(({ number, integer }) => number === 3 && integer === 2n),
  }
}

const readAttributes = (pairs: Buffer[]): ReceivedSpan['attributes'] =>
  Object.fromEntries(
    pairs.map((pair) => {
      const [key = Buffer.alloc(0), value = Buffer.alloc(0)] = [listMessages(pair, 1)[0], listMessages(pair, 2)[0]]
      return [key.toString(), readValue(value)]
    }),
  )

function readValue(message: Buffer): string | number | boolean {
  const [field] = readFields(message)
  if (!field) return ''
  if (field.number === 1) return field.bytes.toString()
  if (field.number === 2) return field.integer === 1n
  return field.number === 4 ? field.bytes.readDoubleLE() : Number(field.integer)
}

interface Field {
  number: number
  /** The content of a length-delimited or fixed-width field. */
  bytes: Buffer
  /** The number in a varint or fixed-width field. */
  integer: bigint
}

const listMessages = (message: Buffer, number: number): Buffer[] =>
  readFields(message).flatMap((field) => (field.number === number ? [field.bytes] : []))

/** Reads the fields of a protobuf message. */
function readFields(message: Buffer): Field[] {
  const fields: Field[] = []
  for (let at = 0; at < message.length;) {
    const [tag, afterTag] = readVarint(message, at)
    const [number, type] = [Number(tag >> 3n), Number(tag & 7n)]
    const [first, afterFirst] = type === 0 || type === 2 ? readVarint(message, afterTag) : [0n, afterTag]
    const length = { 0: 0, 1: 8, 2: Number(first), 5: 4 }[type]
    if (length === undefined) throw new Error(`wire type ${type} is unknown`)
    const bytes = message.subarray(afterFirst, afterFirst + length)
    fields.push({ number, bytes, integer: type === 1 ? bytes.readBigUInt64LE() : first })
    at = afterFirst + length
  }
  return fields
}

function readVarint(message: Buffer, start: number): [value: bigint, end: number] {
  let value = 0n
  for (let at = start; ; at++) {
    const byte = message[at]
    if (byte === undefined) throw new Error('the message is cut off')
    value |= BigInt(byte & 127) << BigInt(7 * (at - start))
    if (byte < 128) return [value, at + 1]
  }
}
