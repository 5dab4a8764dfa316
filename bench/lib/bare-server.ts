// The baseline of the reads: Fastify, `pg`, one named statement, and nothing else.
import Fastify from 'fastify'
import { openBarePool } from './bare-pool.ts'

const { PORT = '0' } = process.env

const pool = await openBarePool(process.env)
const app = Fastify()

// As it is written first: the row's value is answered, and Fastify makes the JSON.
app.get<{ Params: { id: string } }>('/score/:id', async ({ params }) => JSON.parse(await findBody(params.id)) as object)

// The least that can be done: the stored text goes out as it is.
app.get<{ Params: { id: string } }>('/text/:id', async ({ params }, reply) =>
  reply.type('application/json; charset=utf-8').send(await findBody(params.id)),
)

// The most that a cache could reach: the same text from memory, and no rule, limit or header of ours.
const kept = new Map<string, string>()
app.get<{ Params: { id: string } }>('/kept/:id', async ({ params: { id } }, reply) => {
  const body = kept.get(id) ?? (await findBody(id))
  kept.set(id, body)
  return reply.type('application/json; charset=utf-8').send(body)
})
app.get('/ready', async () => ({ status: 'ready' }))

const url = await app.listen({ host: '127.0.0.1', port: Number(PORT) })
process.stdout.write(`${JSON.stringify({ msg: 'listening', url })}\n`)
process.once('SIGTERM', () => process.exit())

async function findBody(id: string): Promise<string> {
  const statement = { name: 'score', text: 'select body from scores where id = $1', values: [id] }
  const { rows } = await pool.query<{ body: string }>(statement)
  return rows[0]?.body ?? 'null'
}
