import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { text } from 'node:stream/consumers'
import { once } from 'node:events'
import { freshAddress } from '../world/fresh-address.ts'
import { startWorld } from '../world/app.ts'
import { spawnService } from '../servers/processes.ts'
import { mountSmallDisk } from '../servers/small-disk.ts'
import { times } from './journeys.ts'
import { noise } from './images.ts'
import { createScope } from './scope.ts'
import { type Target, databases, score, send, startTarget } from './target.ts'
import { eventually, withstand } from './withstand.ts'

const world = async () => ({
  images: Object.fromEntries(await Promise.all(times(10, async (n) => [`/noise-${n}.png`, await noise()] as const))),
})

for (const database of databases)
  void describe(`strangers and the disk (${database})`, () => {
    const scope = createScope()
    let target: Target

    before(async () => {
      target = await startTarget(scope, { database, world: await world() })
    })
    after(scope.close)

    test('an image of noise is stored in at most 150 kB', () =>
      withstand(target, async () => {
        for (const n of times(10, (n) => n)) {
          const imageUrl = `${target.world.images.url}/noise-${n}.png`
          const { status, body, text } = await score(target, freshAddress(), { imageUrl })
          assert.equal(status, 201, text)
          const image = await fetch(`${target.url}/score/${body.id}/picture`)
          assert.ok((await image.arrayBuffer()).byteLength <= 150_000)
        }
      }))

    test('above the daily byte budget reads continue', async (t) => {
      const small = await startTarget(t, {
        database,
        world: target.world,
        environment: { STORE_DAILY_BYTES: '1000000' },
      })
      const kept: string[] = []
      let refused
      for (let n = 0; n < 60 && !refused; n += 1) {
        const imageUrl = `${target.world.images.url}/noise-${n % 10}.png`
        const response = await score(small, freshAddress(), { imageUrl, description: 'A pitch. '.repeat(200) + n })
        if (response.status === 201) kept.push(response.body.id)
        else refused = response
      }
      assert.deepEqual([refused?.status, refused?.body.error.code], [503, 'unavailable'])
      assert.ok(Number(refused?.headers.get('retry-after')) > 0)
      assert.equal((await send(small, freshAddress(), { path: `/v1/score/${kept[0]}` })).status, 200)
      assert.equal((await send(small, freshAddress(), { path: '/ready' })).status, 200)
    })
  })

void describe('a full disk (embedded)', () => {
  test('on a full disk reads continue, writes are 503, and space restores them', async (t) => {
    const disk = mountSmallDisk(t, 160)
    if (!disk) return
    const target = await startTarget(t, {
      database: 'embedded',
      world: await world(),
      environment: { DATA_DIR: join(disk.folder, 'data') },
    })
    const { body } = await score(target, freshAddress())
    disk.leaveBytes(0)
    await eventually(async () => assert.equal((await score(target, freshAddress())).status, 503))
    assert.equal((await send(target, freshAddress(), { path: `/v1/score/${body.id}` })).status, 200)
    await eventually(async () => assert.equal((await send(target, freshAddress(), { path: '/ready' })).status, 503))
    disk.leaveBytes(Infinity)
    await eventually(async () => {
      assert.equal((await send(target, freshAddress(), { path: '/ready' })).status, 200)
      assert.equal((await score(target, freshAddress())).status, 201)
    })
  })

  test('a start on a full disk ends with one line', async (t) => {
    const disk = mountSmallDisk(t, 30)
    if (!disk) return
    disk.leaveBytes(0)
    const child = spawnService(t, { DATA_DIR: join(disk.folder, 'data') })
    child.stdout.resume()
    const [said] = await Promise.all([text(child.stderr), once(child, 'exit')])
    assert.match(said, /full|space/i)
    assert.equal(said.trim().split('\n').length, 1, said)
    assert.notEqual(child.exitCode, 0)
  })
})

test('an open DATA_DIR is closed to other accounts', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-open-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'data'))
  chmodSync(join(folder, 'data'), 0o755)
  const world = await startWorld(t)
  await startTarget(t, { database: 'embedded', world, environment: { DATA_DIR: join(folder, 'data') } })
  const entries = readdirSync(join(folder, 'data'), { recursive: true, encoding: 'utf8' }).map((name) =>
    join(folder, 'data', name),
  )
  for (const path of [join(folder, 'data'), ...entries]) assert.equal(statSync(path).mode & 0o077, 0, path)
})
