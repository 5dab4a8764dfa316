// The baseline of a score: the least that any service must do for one. It fetches and re-encodes the image, asks the providers
// at once, and stores the image, the score and an event in one transaction. It checks, limits, compares and explains nothing.
import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import sharp from 'sharp'
import { request } from 'undici'
import { type PromptVersion, newestPrompt } from '../../src/signals/judge/prompts.ts'
import { openBarePool } from './bare-pool.ts'

const { MODEL_BASE_URL = '', CREATOR_DATA_URL = '', TOKEN_RISK_URL = '', PORT = '0' } = process.env

interface Submission {
  name: string
  description: string
  imageUrl: string
  creatorAddress: string
}

const pool = await openBarePool(process.env)
await pool.query(`create table bare_images (id uuid primary key, bytes bytea not null);
  create table bare_scores (id uuid primary key, submission jsonb not null, body text not null, evidence jsonb not null);
  create table bare_events (id uuid primary key, body text not null)`)
sharp.cache(false)
sharp.concurrency(1)

const app = Fastify()
app.post<{ Body: Submission }>('/v1/score', async ({ body: submission }, reply) => {
  const judgingImage = fetchImage(submission.imageUrl).then(async (image) => {
    const verdict = await judge('image', submission.name, image)
    return { image, verdict }
  })
  const [{ image, verdict }, meme, wallet, risk] = await Promise.all([
    judgingImage,
    judge('meme', `${submission.name}\n${submission.description}`),
    getText(`${CREATOR_DATA_URL}?chainid=1&module=account&action=txlist&address=${submission.creatorAddress}&sort=asc`),
    getText(`${TOKEN_RISK_URL}/api/v1/address_security/${submission.creatorAddress}?chain_id=1`),
  ])
  const score = { id: randomUUID(), hasStubs: false, submission, meme, verdict }
  await store(score, image, { meme, verdict, wallet, risk })
  return reply.code(201).send(score)
})
app.get('/ready', async () => ({ status: 'ready' }))

const url = await app.listen({ host: '127.0.0.1', port: Number(PORT) })
process.stdout.write(`${JSON.stringify({ msg: 'listening', url })}\n`)
process.once('SIGTERM', () => process.exit())

async function fetchImage(imageUrl: string): Promise<Buffer> {
  const { body } = await request(imageUrl)
  const file = Buffer.from(await body.arrayBuffer())
  await sharp(file).metadata()
  const drawn = sharp(file).autoOrient().resize(768, 768, { fit: 'inside', withoutEnlargement: true })
  return drawn.jpeg({ quality: 92, optimizeCoding: false }).toBuffer()
}

async function judge(signal: 'meme' | 'image', text: string, image?: Buffer): Promise<unknown> {
  const { body } = await request(`${MODEL_BASE_URL}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer stand-in' },
    body: JSON.stringify(toModelRequest(newestPrompt()[signal], text, image)),
  })
  return body.json()
}

function toModelRequest({ instructions, tool }: PromptVersion['meme'], text: string, image?: Buffer) {
  const { name, description, schema } = tool
  const picture = image && {
    type: 'image_url',
    image_url: { url: `data:image/jpeg;base64,${image.toString('base64')}` },
  }
  return {
    model: 'stand-in',
    temperature: 0,
    max_tokens: 3000,
    messages: [
      { role: 'system', content: instructions },
      { role: 'user', content: [...(picture ? [picture] : []), { type: 'text', text }] },
    ],
    tools: [{ type: 'function', function: { name, description, parameters: schema } }],
    tool_choice: { type: 'function', function: { name } },
  }
}

async function getText(address: string): Promise<string> {
  const { body } = await request(address)
  return body.text()
}

async function store(score: { id: string; submission: object }, image: Buffer, evidence: object): Promise<void> {
  const { id, submission } = score
  const body = JSON.stringify(score)
  const run = (name: string, text: string, values: unknown[]) => client.query({ name, text, values })
  const client = await pool.connect()
  await client.query('begin')
  await run('image', 'insert into bare_images values ($1, $2)', [id, image])
  await run('score', 'insert into bare_scores values ($1, $2, $3, $4)', [id, submission, body, evidence])
  await run('event', 'insert into bare_events values ($1, $2)', [id, body])
  await client.query('commit')
  client.release()
}
