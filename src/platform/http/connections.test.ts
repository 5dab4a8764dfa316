import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import type { Server } from 'node:http'
import { Socket } from 'node:net'
import { test } from 'node:test'
import { createMetrics } from '../metrics.ts'
import { createConnectionLimits } from './connections.ts'

/** Limits of five connections a network, on a server that accepts connections from any address. */
function start() {
  const server = new EventEmitter()
  const { connectionsClosed: closed } = createMetrics()
  const limits = { maxConnections: null, maxPerNetwork: 5, maxUnanswered: 16, trustProxy: [], closed }
  createConnectionLimits(limits).watch(server as Server) // it only listens to events and sets a property
  return (address: string): Socket => {
    const socket = new Socket()
    Object.defineProperty(socket, 'remoteAddress', { value: address })
    server.emit('connection', socket)
    return socket
  }
}

test('a connection over the limit of its network is closed; other networks are not', () => {
  const connect = start()
  const own = Array.from({ length: 6 }, () => connect('2001:db8::1'))
  assert.deepEqual(
    own.map(({ destroyed }) => destroyed),
    [false, false, false, false, false, true],
  )
  assert.equal(connect('2001:db8:0:1::1').destroyed, false)
  assert.equal(connect('192.0.2.1').destroyed, false)
})

test('the networks of a site hold at most eight times the connections of one', () => {
  const connect = start()
  const held = Array.from({ length: 50 }, (_, n) => connect(`2001:db8:0:${n.toString(16)}::1`))
  assert.equal(held.filter(({ destroyed }) => !destroyed).length, 40)
  assert.equal(connect('2001:db8:1::1').destroyed, false)
})
