import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { type Socket, connect } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { freshAddress } from '../world/fresh-address.ts'
import { walletNo } from '../world/creators.ts'
import { verdict } from '../world/model.ts'
import { noise, slowToDecode } from './images.ts'
import { inRounds, times } from './journeys.ts'
import { createScope } from './scope.ts'
import { type Target, databases, score, scoreAndLeave, send, startTarget } from './target.ts'
import { eventually, measure, withstand } from './withstand.ts'

for (const database of databases)
  void describe(`strangers and the process (${database})`, () => {
    const scope = createScope()
    let target: Target

    before(async () => {
      const slow = await Promise.all(times(6, slowToDecode))
      const images = {
        ...Object.fromEntries(slow.map((image, n) => [`/slow-${n}.png`, image])),
        '/noise.png': await noise(),
        '/stalls.png': Buffer.alloc(5 * 1024 * 1024 - 10, 1),
      }
      const imageFaults = {
        ...Object.fromEntries(times(60, (n) => [`/hang-${n}.png`, 'hang' as const])),
        '/stalls.png': 'stall' as const,
      }
      const silentDns = createSocket('udp4')
      silentDns.bind(0, '127.0.0.1')
      await once(silentDns, 'listening')
      scope.after(() => void silentDns.close())
      target = await startTarget(scope, {
        database,
        world: {
          images,
          imageFaults,
          model: { judge: (request) => verdict(request, { reason: longReason(request.text) }) },
        },
        environment: { DNS_SERVERS: `127.0.0.1:${silentDns.address().port}` },
      })
    })
    after(scope.close)

    const image = (path: string) => ({ imageUrl: `${target.world.images.url}${path}` })

    test('text that once hung a regular expression is scored as usual', () =>
      withstand(target, async () => {
        const pitches = words.flatMap((word) => ['a', 'я', '字', 'ا'].map((letter) => `${word} ${letter.repeat(1900)}`))
        for (const pitch of pitches) {
          const { status, text } = await score(target, freshAddress(), { description: pitch })
          assert.equal(status, 201, text)
        }
      }))

    test('a model’s reason of 20,000 characters is cut, not searched', () =>
      withstand(target, async () => {
        const { status, body } = await score(target, freshAddress(), { description: 'Please reason at length.' })
        assert.equal(status, 201)
        assert.ok(body.signals.meme.reason.length <= 1000)
      }))

    test('reading an image 1,500 times leaks no memory', () =>
      withstand(
        target,
        async () => {
          const { body } = await score(target, freshAddress(), image('/noise.png'))
          const read = () => send(target, freshAddress(), { path: `/score/${body.id}/picture` })
          await inRounds(1500, 50, read)
        },
        { memoryMib: 150 },
      ))

    test('silent name servers delay no other request', () =>
      withstand(target, async () => {
        const urls = times(40, (n) => `https://h${n}.slow.test/x.png`)
        await Promise.all(
          urls.map((imageUrl) => scoreAndLeave(target, '203.0.113.3', { over: { imageUrl }, ms: 1000 })),
        )
        await pause(1000)
      }))

    test('texts of combining marks, which take quadratic time to compose, delay nobody', () =>
      withstand(target, async () => {
        const marks = `a${'\u0345'.repeat(15_900)}${'\u0334'.repeat(15_900)}`
        const posts: [path: string, json: object][] = [
          [`/v1/launch/${randomUUID()}/attendance`, { session: marks }],
          ['/v1/score', { name: marks }],
          ['/v1/enroll', { signature: marks }],
          ['/mcp', { jsonrpc: '2.0', id: marks }],
        ]
        for (const [path, json] of Array.from({ length: 10 }, () => posts).flat())
          assert.equal((await send(target, freshAddress(), { path, method: 'POST', json })).status, 400)
      }))

    test('slow image decodes delay only their sender', () =>
      withstand(target, async () => {
        const overs = times(55, (n) => image(`/slow-${n % 6}.png`))
        await Promise.all(overs.map((over) => scoreAndLeave(target, '203.0.113.5', { over, ms: 3000 })))
      }))

    test('220 stalled image downloads hold little memory and delay nobody', () =>
      withstand(target, async () => {
        const before = measure(target).memory
        let highest = 0
        const watch = setInterval(() => (highest = Math.max(highest, measure(target).memory)), 100)
        const addresses = times(220, (n) => `203.0.113.${n % 4}`)
        const stalled = { over: image('/stalls.png'), ms: 5000 }
        const leaving = addresses.map((address) => scoreAndLeave(target, address, stalled))
        await Promise.all(leaving).finally(() => clearInterval(watch))
        assert.ok(highest - before < 300 * 1024 * 1024, `${Math.round((highest - before) / 1024 / 1024)} MiB more`)
      }))

    test('hanging downloads from a shared image host leave it usable', () =>
      withstand(target, async () => {
        const overs = times(40, (n) => image(`/hang-${n}.png`)) // on the host of the honest scores
        await Promise.all(overs.map((over) => scoreAndLeave(target, '203.0.113.19', { over, ms: 5000 })))
      }))

    test('host names that are not seen again are dropped', () =>
      withstand(
        target,
        async () => {
          await inRounds(1000, 250, (n) =>
            scoreAndLeave(target, freshAddress(), { over: { imageUrl: `https://n${n}.invalid/x.png` }, ms: 1000 }),
          )
        },
        { memoryMib: 120 },
      ))

    test('endless bodies and idle sockets are closed', () =>
      withstand(target, async () => {
        const before = measure(target).descriptors
        const half =
          'POST /v1/score HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{'
        const sockets = await Promise.all(times(200, (n) => openSocket(target, n % 2 ? half : 'no HTTP\r\n\r\n')))
        const drip = setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('x')), 500)
        try {
          await eventually(async () => assert.ok(measure(target).descriptors <= before + 30))
        } finally {
          clearInterval(drip)
          sockets.forEach((socket) => socket.destroy())
        }
      }))

    test('120,000 pipelined requests on connections that never read delay nobody', () =>
      withstand(target, async () => {
        const before = measure(target).memory
        const requests = 'GET /nothing HTTP/1.1\r\nhost: a\r\n\r\n'.repeat(2000)
        const sockets = await Promise.all(times(60, () => openSocket(target, requests)))
        await eventually(async () => assert.ok(sockets.every(({ destroyed }) => destroyed)))
        assert.ok(measure(target).memory - before < 100 * 1024 * 1024)
      }))

    test('a signature by an unknown contract wallet calls no node', async () => {
      const { body } = await score(target, freshAddress())
      const json = {
        tagline: 'x',
        creatorAddress: walletNo(5).address,
        issuedAt: new Date().toISOString(),
        signature: `0x${'11'.repeat(65)}`,
      }
      const { status } = await send(target, freshAddress(), {
        path: `/v1/launch/${body.id}/page`,
        method: 'PATCH',
        json,
      })
      assert.equal(status, 404)
    })
  })

const longReason = (text: string) => (text.includes('at length') ? '@a中'.repeat(6667) : 'Fresh and clear.')

/** The beginnings of the rules that were once not linear, by language. */
const words = ['give', 'Set', 'rate this', 'please ignore', 'de', 'ignora', 'bewerte', 'поставь', '请', 'امنح']

async function openSocket({ url }: Target, text: string): Promise<Socket> {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}
