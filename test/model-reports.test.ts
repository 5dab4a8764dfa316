import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { type TestContext, test } from 'node:test'
import { type Asked, type StandInResponse, startJsonServer } from '../dev/stand-ins/json-server.ts'
import { anthropicBody } from '../dev/stand-ins/model-wire-anthropic.ts'
import { openaiBody } from '../dev/stand-ins/model-wire-openai.ts'
import { closeAfter } from './world/waiting.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { verdict } from './world/model.ts'

/** What a server sent, by a public report, and when it sends it. */
interface Report {
  id: string
  wire: 'openai' | 'anthropic'
  sentWhile: string
  reply: { status?: number; body: unknown }
}

const reports = JSON.parse(
  readFileSync(new URL('fixtures/reports/model-wire.json', import.meta.url), 'utf8'),
) as Report[]

type Sent = Record<string, unknown> & { tool_choice?: { type?: string } | string }

const always = 'always'
/** When a server gives its reply; otherwise it gives a good answer. */
const conditions: Record<string, (sent: Sent, count: number) => boolean> = {
  [always]: () => true,
  '`tool_choice` is an object; a good answer otherwise': ({ tool_choice }) => typeof tool_choice === 'object',
  '`tool_choice.type` is "tool"; a good answer otherwise': ({ tool_choice }) =>
    typeof tool_choice === 'object' && tool_choice.type === 'tool',
  'the request has `temperature`; a good answer without it': (sent) => 'temperature' in sent,
  '`reasoning_effort` isn\'t "none"; a good answer with it': (sent) => sent['reasoning_effort'] !== 'none',
  'the first call only; a good answer afterwards': (_, count) => count === 1,
}

/** The reaction to a reply that is no answer: status, the path of the field that it blames, and words of the log. */
type Reaction = { status: 400; path: string } | { status: 502; fault: string; reason: string }

const declined: Reaction = { status: 400, path: 'description' }
const onImage: Reaction = { status: 400, path: 'imageUrl' }

/** Every other reply makes a score. */
const reactions: Record<string, Reaction> = {
  'anthropic-400-image': onImage,
  'vllm-500-small-image': onImage,
  'azure-content-filter-new-words': declined,
  'deepseek-content-exists-risk': declined,
  'gemini-finish-SAFETY': declined,
  'gemini-finish-prohibited': declined,
  'openai-invalid-prompt': declined,
  'openrouter-raw-content-filter': declined,
  'qwen-data-inspection': declined,
  'anthropic-content-null': { status: 502, fault: 'request', reason: 'gave no valid call of its tool' },
  'gemini-array-error-tool-choice': { status: 502, fault: 'auth', reason: 'API key not valid' },
  'gemini-object-bad-key': { status: 502, fault: 'auth', reason: 'API key not valid' },
  'openrouter-404-tools': { status: 502, fault: 'plan', reason: 'No endpoints found that support tool use' },
  'v2-ollama-500-image': { status: 502, fault: 'plan', reason: 'The model takes no images' },
  'vllm-max-tokens-too-large': { status: 502, fault: 'request', reason: 'larger than the context of the model' },
}

/** The replies after which nobody can be judged, whatever is sent. */
const lasting = new Set(['auth', 'plan'])

/** A model server that answers as in a report. Its good answers and the verdicts of the report fit the question. */
async function startReported(t: TestContext, { wire, sentWhile, reply }: Report) {
  const condition = conditions[sentWhile]
  assert.ok(condition, sentWhile)
  const respond = (asked: Asked, count: number): StandInResponse => {
    const sent = JSON.parse(asked.body) as Sent
    const args = verdict({ image: /data:image|"base64"/.test(asked.body) ? Buffer.of() : undefined }, { score: 72 })
    if (condition(sent, count)) return { ...reply, body: withVerdict(reply.body, args) }
    const call = { name: 'submit_score', args: JSON.stringify(args) }
    const toBody = wire === 'openai' ? openaiBody : anthropicBody
    return { body: toBody('m', { calls: [call], text: null, finish: 'call' }) }
  }
  const server = await startJsonServer({ path: '/v1', respond })
  closeAfter(t, server.close)
  return server
}

/** Replaces the verdict of a report, an object or its text, by the one that the question asks for. */
function withVerdict(value: unknown, args: object): unknown {
  if (typeof value === 'string') return value.startsWith('{"observations"') ? JSON.stringify(args) : value
  if (Array.isArray(value)) return value.map((one) => withVerdict(one, args))
  if (typeof value !== 'object' || value === null) return value
  if ('observations' in value) return args
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, withVerdict(field, args)]))
}

for (const report of reports)
  test(`a model server’s reply “${report.id}” gets the right reaction`, async (t) => {
    const { wire, id } = report
    const world = await startWorld(t)
    const server = await startReported(t, report)
    const environment = { ...world.environment, MODEL_PROVIDER: wire, MODEL_BASE_URL: server.url }
    const { app, score, logged } = await startApp(t, { world, environment })
    const reaction = reactions[id]
    const address = '203.0.113.9'
    // Five failures open a breaker.
    for (let n = 0; n < (reaction ? 5 : 2); n++) {
      const { status, body } = await score({ description: `A sock that is lost ${n} times.` }, {}, address)
      assert.equal(status, reaction?.status ?? 201, JSON.stringify(body))
      if (reaction?.status === 400) assert.equal(body.error.details[0].path, reaction.path)
    }
    if (reaction?.status === 502) {
      assert.match(logged(), new RegExp(`"fault":"${reaction.fault}"`))
      assert.ok(logged().includes(reaction.reason), logged())
    }
    const isLasting = reaction?.status === 502 && lasting.has(reaction.fault) && id !== 'v2-ollama-500-image'
    if (!isLasting) assert.equal((await ask(app, { method: 'GET', url: '/ready' })).status, 200)
    assert.doesNotMatch(logged(), /lost \d times/)
  })
