import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Client } from 'pg'
import { startMuteDatabase } from '../../test/database-proxy.ts'
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
    ended.push(once(client, 'end', { signal: AbortSignal.timeout(5000) }))
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

test('a connection that can’t be opened is reported as such', async () => {
  const pool = new PipelinedPool({ open: openNowhere, onConnect: () => {}, connections: 1 })
  await assert.rejects(pool.connect(), { code: 'ECONNREFUSED' })
  assert.equal(pool.state().open, 0)
})
