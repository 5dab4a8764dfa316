import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import { startReceiver } from '../../dev/stand-ins/receiver.ts'
import type { Database } from '../../src/database/db.ts'
import { openEmbeddedDb } from '../../src/database/embedded-db.ts'
import { goodSubmission, startWorld } from '../world/app.ts'
import { runCli, startService } from '../servers/processes.ts'
import { previousAnswers, restorePrevious } from '../restore-previous.ts'
import { mountSmallDisk } from '../servers/small-disk.ts'
import { copyTemplate, openTestDb } from '../world/database.ts'
import { until } from '../world/waiting.ts'
import { encryptionKey } from '../world/webhooks.ts'

const secret = 'canary-transfer-secret-of-32-char'
const otherKey = Buffer.alloc(32, 9).toString('base64')

type Kind = 'folder' | 'server'
const kinds: Kind[] = process.env['TEST_DATABASE_URL'] ? ['folder', 'server'] : ['folder']

function newFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-transfer-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The environment of a database without rows. */
async function emptyDatabase(t: TestContext, kind: Kind): Promise<NodeJS.ProcessEnv> {
  if (kind === 'folder') return { DATA_DIR: newFolder(t) }
  const { db, url, close } = await openTestDb()
  t.after(close)
  await sql`drop schema public cascade; create schema public`.execute(db)
  return { DATABASE_URL: url ?? '' }
}

/** A deployment with a key, a subscription and two scores, up and running. */
async function startDeployment(t: TestContext, kind: Kind) {
  const world = await startWorld(t)
  const receiver = await startReceiver({ secret })
  t.after(receiver.close)
  const outside = { ...world.environment, OUTBOUND_ALLOW: `${world.environment['OUTBOUND_ALLOW']},${receiver.host}` }
  const keyed = kind === 'server' ? { ENCRYPTION_KEY: otherKey } : {}
  const environment: NodeJS.ProcessEnv = { ...(await emptyDatabase(t, kind)), ...keyed }
  if (environment.DATA_DIR) await copyTemplate(environment.DATA_DIR)
  const service = await startService(t, { ...outside, ...environment })
  const issued = await runCli(['keys', 'issue', '--tier', 'pro', '--label', 'a', '--owner', 'b', '--json'], environment)
  const headers = {
    authorization: `Bearer ${(JSON.parse(issued.stdout) as { key: string }).key}`,
    'content-type': 'application/json',
  }
  const post = (url: string, path: string, body: object) =>
    fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  const subscription = { endpoint: `${receiver.url}/hook`, events: ['score.created'], secret }
  assert.equal((await post(service.url, '/v1/webhooks', subscription)).status, 201)
  const score = async (url: string, name: string) => {
    const response = await post(url, '/v1/score', { ...goodSubmission(world), name })
    assert.equal(response.status, 201)
    return ((await response.json()) as { id: string }).id
  }
  const ids = [await score(service.url, 'Left Sock'), await score(service.url, 'Right Sock')]
  await receiver.until(2)
  const stop = async () => {
    service.process.kill('SIGTERM')
    await once(service.process, 'exit')
  }
  return { service, outside, environment, receiver, score, ids, stop }
}

/** The rows and marks of an export, without its header. */
const bodyOf = (file: string) => gunzipSync(readFileSync(file)).toString().split('\n').slice(1).sort()

async function succeed(args: string[], environment: NodeJS.ProcessEnv): Promise<string> {
  const { status, stdout, stderr } = await runCli(args, environment)
  assert.equal(status, 0, stderr)
  return stdout
}

for (const from of kinds)
  for (const to of kinds)
    test(`backup of a running service: a restore from ${from} to ${to} has all data and works on`, async (t) => {
      const deployment = await startDeployment(t, from)
      const { service, outside, receiver, score, ids } = deployment
      const file = join(newFolder(t), 'a.backup')
      const written = JSON.parse(await succeed(['backup', file, '--json'], deployment.environment)) as { rows: number }
      assert.ok(written.rows > 10)
      assert.equal(statSync(file).mode & 0o777, 0o600)
      const answers = await Promise.all(
        ids.map((id) => fetch(`${service.url}/v1/score/${id}`).then((one) => one.text())),
      )
      await deployment.stop()

      // A new folder takes the key from the backup; everywhere else it has to be configured.
      const key =
        from === 'server'
          ? otherKey
          : readFileSync(join(deployment.environment.DATA_DIR ?? '', 'encryption.key'), 'utf8')
      const keyed = from === 'folder' && to === 'folder' ? {} : { ENCRYPTION_KEY: key.trim() }
      const environment = { ...(await emptyDatabase(t, to)), ...keyed }
      await succeed(['import', file], environment)
      const again = join(newFolder(t), 'b.export')
      await succeed(['export', again], environment)
      assert.deepEqual(bodyOf(again), bodyOf(file))
      assert.ok(!gunzipSync(readFileSync(again)).includes('encryptionKey'))

      const restored = await startService(t, { ...outside, ...environment })
      for (const [at, id] of ids.entries())
        assert.equal(await (await fetch(`${restored.url}/v1/score/${id}`)).text(), answers[at])
      await score(restored.url, 'Third Sock')
      await receiver.until(3)
      assert.equal(receiver.arrived[2]?.verdict, 'good')
    })

test('backup: the service answers while it runs, and no copy of the database stays', async (t) => {
  const { service, environment, stop } = await startDeployment(t, 'folder')
  const folder = environment.DATA_DIR ?? ''
  const left = mkdtempSync(join(folder, 'snapshot-')) // by an interrupted backup
  utimesSync(left, 0, 0)
  const file = join(newFolder(t), 'a.backup')
  const backup = succeed(['backup', file], environment)
  await until(() => readdirSync(folder).some((name) => name.startsWith('snapshot-') && !left.endsWith(name)))
  assert.equal((await fetch(`${service.url}/health`)).status, 200)
  await backup
  assert.equal((await fetch(`${service.url}/ready`)).status, 200)
  assert.deepEqual(
    readdirSync(folder).filter((name) => name.startsWith('snapshot-')),
    [],
  )
  await stop()
})

test('import refuses what it can’t import, and then nothing has changed', async (t) => {
  const { environment, stop } = await startDeployment(t, 'folder')
  const folder = newFolder(t)
  const whole = join(folder, 'whole')
  await succeed(['export', whole], environment)

  await t.test('import: refused while the service runs', async () => {
    const { status, stderr } = await runCli(['import', whole], environment)
    assert.equal(status, 1)
    assert.match(stderr, /^\S+ is in use: stop the service before you import\.\n$/)
  })
  await stop()
  const key = readFileSync(join(environment.DATA_DIR ?? '', 'encryption.key'), 'utf8').trim()

  for (const kind of kinds) {
    const empty = await emptyDatabase(t, kind)
    const target = { ...empty, ENCRYPTION_KEY: otherKey, ENCRYPTION_KEY_PREVIOUS: key }

    await t.test(`import into a ${kind}: 1 with the id of a key that is not configured`, async () => {
      const { status, stderr } = await runCli(['import', whole], { ...empty, ENCRYPTION_KEY: otherKey })
      assert.equal(status, 1)
      assert.match(stderr, /encrypted with key [0-9a-f]{8}, which is not configured\. Set ENCRYPTION_KEY .*\n$/)
    })
    for (const [name, content, expected] of listBadFiles(whole))
      await t.test(`import into a ${kind}: 1 and one line for a file that ${name}`, async () => {
        const file = join(folder, name.replaceAll(' ', '-'))
        writeFileSync(file, content)
        const { status, stderr } = await runCli(['import', file], target)
        assert.equal(status, 1)
        assert.match(stderr, expected)
        assert.equal(stderr.split('\n').length, 2, stderr)
      })
    await t.test(`import into a ${kind}: works after refused imports, and once only`, async () => {
      await succeed(['import', whole], target)
      const { status, stderr } = await runCli(['import', whole], target)
      assert.equal(status, 1)
      assert.match(stderr, /^The database is not empty \(table \w+ has rows\): import into a new database\.\n$/)
      const again = join(folder, `again-${kind}`)
      await succeed(['export', again], target)
      assert.deepEqual(bodyOf(again), bodyOf(whole))
    })
  }
})

const pack = (lines: string[]) => gzipSync(`${lines.join('\n')}\n`)

function listBadFiles(whole: string): [name: string, content: Buffer, expected: RegExp][] {
  const lines = gunzipSync(readFileSync(whole)).toString().trimEnd().split('\n')
  const row = lines.findIndex((line) => line.startsWith('['))
  const damaged = /is damaged or incomplete; nothing was imported/
  const later = lines[0]?.replace('"0200-', '"0000-other","0200-') ?? ''
  return [
    ['is cut off', readFileSync(whole).subarray(0, -40), damaged],
    ['lacks a row', pack(lines.toSpliced(row, 1)), damaged],
    ['is JSON of another kind', pack(['{"a":1}']), /is not an export that this release can read/],
    ['has other migrations', pack(lines.with(0, later)), /import it with that release or a newer one/],
    ['has other columns', pack(lines.map((line) => line.replace('["amount"', '["sum"'))), /has another form of table/],
  ]
}

test('import: takes an export of the previous release', async (t) => {
  const old = newFolder(t)
  const { migrations, close } = await openEmbeddedDb<Database>(old)
  await restorePrevious(migrations)
  await close()
  const file = join(newFolder(t), 'a.export')
  await succeed(['export', file], { DATA_DIR: old, ENCRYPTION_KEY: encryptionKey })
  for (const kind of kinds) {
    const target = { ...(await emptyDatabase(t, kind)), ENCRYPTION_KEY: encryptionKey }
    await succeed(['import', file], target)
    const { url } = await startService(t, target)
    const { score } = previousAnswers
    assert.deepEqual(await (await fetch(`${url}/v1/score/${score.id}`)).json(), score)
  }
})

test('a killed backup leaves no file of that name, and nothing that can be imported', async (t) => {
  const folder = newFolder(t)
  await copyTemplate(folder)
  await fillImages(folder, 100)
  const target = newFolder(t)
  const backup = spawn(process.execPath, ['src/main/cli.ts', 'backup', join(target, 'a')], {
    cwd: join(import.meta.dirname, '../..'),
    env: { DATA_DIR: folder },
  })
  await until(() => readdirSync(target).some((name) => statSync(join(target, name)).size > 0))
  backup.kill('SIGKILL')
  await once(backup, 'exit')
  const [partial = ''] = readdirSync(target)
  assert.match(partial, /^a\.partial-\d+$/)
  const { status } = await runCli(['import', join(target, partial)], { DATA_DIR: newFolder(t) })
  assert.equal(status, 1)
  await succeed(['backup', join(target, 'a')], { DATA_DIR: folder })
})

test('backup: refuses a file that exists, a missing folder, and one without a database', async (t) => {
  const folder = newFolder(t)
  await copyTemplate(folder)
  const file = join(folder, 'taken')
  writeFileSync(file, 'precious')
  const taken = await runCli(['backup', file], { DATA_DIR: folder })
  assert.deepEqual([taken.status, taken.stderr], [1, `${file} exists already: choose another name.\n`])
  assert.equal(readFileSync(file, 'utf8'), 'precious')
  const missing = join(folder, 'missing')
  const homeless = await runCli(['backup', join(missing, 'b')], { DATA_DIR: folder })
  const advice = `The folder ${missing} does not exist: make it, or choose another one.\n`
  assert.deepEqual([homeless.status, homeless.stderr], [1, advice])
  const none = await runCli(['backup', join(folder, 'b')], { DATA_DIR: join(folder, 'none') })
  assert.deepEqual([none.status, none.stderr], [1, `There is no database in ${join(folder, 'none')}.\n`])
  const bare = newFolder(t)
  await (await openEmbeddedDb<Database>(bare)).close()
  const empty = await runCli(['export', join(folder, 'c')], { DATA_DIR: bare })
  assert.deepEqual([empty.status, empty.stderr], [1, 'The database is empty: there is nothing to export.\n'])
})

/** Adds a migration that no release has. */
async function addMigration(folder: string, name: string, oldestRelease: string): Promise<void> {
  const { db, close } = await openEmbeddedDb<Database>(folder)
  await sql`insert into migrations (name, oldest_release) values (${name}, ${oldestRelease})`.execute(db)
  await close()
}

test('backup: says that only a newer release can import the file, or refuses', async (t) => {
  const folder = newFolder(t)
  await copyTemplate(folder)
  await addMigration(folder, '9001-keys', '0.1.0')
  const file = join(newFolder(t), 'a')
  const written = await runCli(['backup', file], { DATA_DIR: folder })
  assert.equal(written.status, 0, written.stderr)
  assert.equal(
    written.stderr,
    'the database has migrations that this release does not have (9001-keys), so only a newer release can import this file\n',
  )
  const imported = await runCli(['import', file], { DATA_DIR: newFolder(t) })
  assert.equal(imported.status, 1)
  assert.match(imported.stderr, /^\S+ has migrations that neither this release .* has \(9001-keys\): import it with a /)
  await addMigration(folder, '9002-keys', '99.0.0')
  const refused = await runCli(['backup', join(newFolder(t), 'b')], { DATA_DIR: folder })
  assert.equal(refused.status, 1)
  assert.match(refused.stderr, /^The database has migrations of a newer release \(9002-keys\) .*\n$/)
})

test('backup and import name the file that can’t be written or read', async (t) => {
  const folder = newFolder(t)
  const imported = await runCli(['import', folder], { DATA_DIR: join(folder, 'data') })
  assert.deepEqual([imported.status, imported.stderr], [1, `${folder} is a folder, not an export of Launchscore.\n`])
  const disk = mountSmallDisk(t, 1)
  if (!disk) return
  await copyTemplate(folder)
  await fillImages(folder, 20)
  const file = join(disk.folder, 'a')
  const { status, stderr } = await runCli(['backup', file], { DATA_DIR: folder })
  assert.deepEqual([status, stderr], [1, `${file} can't be written: ENOSPC: no space left on device, write\n`])
})

test('backup and import work in a heap that cannot hold the data', async (t) => {
  const folder = newFolder(t)
  await copyTemplate(folder)
  await fillImages(folder, 500)
  const file = join(newFolder(t), 'a')
  const small = { NODE_OPTIONS: '--max-old-space-size=130' }
  await succeed(['backup', file], { DATA_DIR: folder, ...small })
  await succeed(['import', file], { DATA_DIR: newFolder(t), ...small })
})

/** Stores incompressible images of 130 kB. */
async function fillImages(folder: string, count: number): Promise<void> {
  const { db, close } = await openEmbeddedDb<Database>(folder)
  for (let at = 0; at < count; at++)
    await sql`insert into images (hash, media_type, width, height, created_at, bytes)
      values (${String(at)}, 'image/webp', 1, 1, now(), ${randomBytes(130_000)})`.execute(db)
  await close()
}
