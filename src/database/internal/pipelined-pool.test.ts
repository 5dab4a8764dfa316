import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Client } from 'pg'
import { startMuteDatabase } from '../../../test/servers/proxies.ts'
import { PipelinedPool } from './pipelined-pool.ts'

const refusePreparation = () => Promise.reject(new Error('not prepared'))
const openNowhere = () => new Client('postgres://postgres@127.0.0.1:1/test')

test('a connection whose preparation fails is closed, and the next one is new', async (t) => {
  const connectionString = await startMuteDatabase(t)
  const opened: Client[] = []
  const ended: Promise<unknown>[] = []
  const open = () => {
    const client = new Client({ connectionString })
    opened.push(client)
    ended.push(once(client, 'end', { signal: AbortSignal.timeout(60_000) }))
    return client
  }
  const pool = new PipelinedPool({ open, onConnect: refusePreparation, connections: 1 })
  for (const expected of [1, 2]) {
    await assert.rejects(pool.connect(), /not prepared/)
    assert.equal(pool.state().open, 0)
    assert.equal(opened.length, expected)
  }
  await Promise.all(ended)
})

test('a pool that is renewed while a connection opens: who waits for it learns how that ends', async (t) => {
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>()
  const { promise: admitted, reject: refuse } = Promise.withResolvers<void>()
  const connectionString = await startMuteDatabase(t, () => {
    arrive()
    return admitted
  })
  const pool = new PipelinedPool({ open: () => new Client({ connectionString }), onConnect: () => {}, connections: 1 })
  const connecting = assert.rejects(pool.connect(), /Connection terminated/)
  await arrived
  pool.renew()
  refuse(new Error('the server went away'))
  await connecting
  assert.equal(pool.state().open, 0)
})

test('a connection that can’t be opened is reported as such', async () => {
  const pool = new PipelinedPool({ open: openNowhere, onConnect: () => {}, connections: 1 })
  await assert.rejects(pool.connect(), { code: 'ECONNREFUSED' })
  assert.equal(pool.state().open, 0)
})

/** A pool of two connections, and up to four, whose statements end by hand. */
function openHeld() {
  const opened: Client[] = []
  const open = () => {
    const client = new Client('postgres://nobody@127.0.0.1:1/none')
    client.connect = () => Promise.resolve() as never // it is only counted
    opened.push(client)
    return client
  }
  let now = 0
  const pool = new PipelinedPool({ open, onConnect: () => {}, connections: 2, maxConnections: 4, elapsedMs: () => now })
  const take = async () => {
    const client = await pool.connect()
    return { number: opened.indexOf(client), release: client.release }
  }
  return { pool, take, wait: (ms: number) => void (now += ms) }
}

test('statements go to the connection with the fewest in flight, of two', async () => {
  const { pool, take } = openHeld()
  const [one, other, third, fourth] = [await take(), await take(), await take(), await take()]
  assert.deepEqual([one.number, other.number, third.number, fourth.number], [0, 1, 0, 1])
  other.release()
  fourth.release()
  assert.equal((await take()).number, 1)
  assert.equal(pool.state().open, 2)
})

test('a connection that a slow statement holds up gets no more; others are opened', async () => {
  const { pool, take, wait } = openHeld()
  const slow = await take()
  wait(300)
  const numbers: number[] = []
  for (let n = 0; n < 3; n += 1) {
    numbers.push((await take()).number)
    wait(300)
  }
  assert.deepEqual(numbers, [1, 2, 3])
  assert.equal((await take()).number, 0) // all are held up, and no more are opened
  assert.equal(pool.state().open, 4)
  slow.release()
  assert.equal((await take()).number, 0)
})

test('a queue of quick statements holds up no connection', async () => {
  const { pool, take, wait } = openHeld()
  const taken = [await take(), await take(), await take(), await take(), await take(), await take()]
  for (const { release } of taken) {
    wait(100)
    release()
    await take()
  }
  assert.equal(pool.state().open, 2)
})
