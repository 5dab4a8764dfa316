import { parseJson } from '../../platform/parse-json.ts'
import { type Fields, toFields, toList, toWord } from './wire.ts'

/** JSON, JSON with Python's numbers, or a stream's events joined to one answer. */
export function parseBody(text: string): unknown {
  const value = parseJson(text)
  if (value !== undefined) return value
  if (/^(?:data|event|id|retry)?:/.test(text.trimStart())) return joinEvents(text)
  return parseJson(text.replaceAll(/([:[,] ?)(?:NaN|-?Infinity)\b/g, '$1null'))
}

/** Some servers always stream. Undefined: no event holds JSON. */
function joinEvents(text: string): unknown {
  const lines = text.split(/\r?\n/).filter((line) => line.startsWith('data:'))
  const events = lines
    .map((line) => toFields(parseJson(line.slice(5))))
    .filter((event) => Object.keys(event).length > 0)
  if (events.length === 0) return undefined
  const failed = events.find(({ error }) => error !== undefined && error !== null)
  if (failed) return failed
  return events.some(({ choices }) => choices !== undefined) ? joinChunks(events) : joinMessage(events)
}

/** Chunks of chat completions, whose arguments come in pieces. */
function joinChunks(events: Fields[]): Fields {
  const calls = new Map<string, { name: string; arguments: string }>()
  let finish: unknown = null
  for (const event of events) {
    const [choice = {}] = toList(event['choices'])
    finish = choice['finish_reason'] ?? finish
    toList(toFields(choice['delta'] ?? choice['message'])['tool_calls']).forEach((piece, at) => {
      const { index = at } = piece
      const key = JSON.stringify(index)
      const { name, arguments: more } = toFields(piece['function'])
      const call = calls.get(key) ?? { name: '', arguments: '' }
      const added = typeof more === 'string' ? more : JSON.stringify(more ?? '').replace(/^""$/, '')
      calls.set(key, { name: call.name || toWord(name), arguments: call.arguments + added })
    })
  }
  const message = { tool_calls: [...calls.values()].map((call) => ({ function: call })) }
  return { ...toOrigin(events), choices: [{ message, finish_reason: finish }] }
}

/** The message's start, its blocks in pieces, and changes at its end. */
function joinMessage(events: Fields[]): Fields {
  const blocks = new Map<string, Fields>()
  let message: Fields = {}
  for (const event of events) {
    const { type, index, content_block: block, delta } = event
    const key = JSON.stringify(index ?? 0)
    if (type === 'message_start') message = { ...toFields(event['message']) }
    if (type === 'content_block_start') blocks.set(key, { ...toFields(block), input: '' })
    if (type === 'content_block_delta') {
      const known = blocks.get(key) ?? {}
      blocks.set(key, { ...known, input: `${toPiece(known['input'])}${toPiece(toFields(delta)['partial_json'])}` })
    }
    if (type === 'message_delta')
      message = {
        ...message,
        ...toFields(delta),
        usage: { ...toFields(message['usage']), ...toFields(event['usage']) },
      }
  }
  return { ...message, content: [...blocks.values()] }
}

const toPiece = (piece: unknown): string => (typeof piece === 'string' ? piece : '')

/** The model's id and the token counts are in any of the events. */
const toOrigin = (events: Fields[]): Fields => ({
  model: events.map(({ model }) => model).find((model) => typeof model === 'string'),
  usage: events.findLast(({ usage }) => usage !== undefined && usage !== null)?.['usage'],
})
