import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, type Socket, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { startApp } from './world/app.ts'
import { until } from './world/waiting.ts'

test('a request that began before the listener closed is served, not refused', async (t) => {
  const { app } = await startApp(t)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /health HTTP/1.1\r\nHost: launch.example\r\n')
  await once(app.server, 'connection')
  // the server has read the beginning when it has served another connection
  assert.equal((await fetch(`http://127.0.0.1:${port}/health`)).status, 200)
  const closing = app.close()
  await until(() => isRefused(port))
  socket.write('\r\n')
  const response = await text(socket)
  assert.match(response, /^HTTP\/1.1 200 /)
  assert.match(response, /^connection: close\r$/im)
  await closing
})

test('a connection not yet accepted when the listener closes is served, not reset', async (t) => {
  const { app } = await startApp(t)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const sent = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(sendFromThread, { eval: true, workerData: { port, sent, connections: 3 } })
  const responses = once(worker, 'message')
  await once(worker, 'online')
  const closing = app.close()
  Atomics.wait(sent, 0, 0) // nothing is accepted until all requests have been sent
  const [statusLines] = await responses
  assert.deepEqual(
    statusLines,
    Array.from({ length: 3 }, () => 'HTTP/1.1 200 OK'),
  )
  await closing
})

/** Connects and sends while the thread of the service stands still. */
const sendFromThread = `
const { connect } = require('node:net')
const { once } = require('node:events')
const { text } = require('node:stream/consumers')
const { parentPort, workerData: { port, sent, connections } } = require('node:worker_threads')
const send = async () => {
  const socket = connect(port, '127.0.0.1')
  const response = text(socket).catch((error) => error.code)
  await once(socket, 'connect')
  await new Promise((resolve) => socket.write('GET /health HTTP/1.1\\r\\nHost: launch.example\\r\\n\\r\\n', resolve))
  return { response }
}
Promise.all(Array.from({ length: connections }, send)).then(async (all) => {
  Atomics.store(sent, 0, 1)
  Atomics.notify(sent, 0)
  const responses = await Promise.all(all.map(({ response }) => response))
  parentPort.postMessage(responses.map((response) => response.split('\\r\\n')[0]))
})
`

async function isRefused(port: number): Promise<boolean> {
  const socket: Socket = connect(port, '127.0.0.1')
  const isOpen = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return !isOpen
}
