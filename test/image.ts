// npm run test:image: builds the image of deploy/Dockerfile without a container engine, and runs it. It installs packages.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { waitUntilListening } from '../dev/server/start-program.ts'
import { freePort } from '../dev/world/free-port.ts'
import {
  buildImage,
  findObstacle,
  parseDockerfile,
  type Stage,
  startInImage,
  stopInImage,
} from './servers/dockerfile.ts'

const root = join(import.meta.dirname, '..')
const node = join(root, 'node_modules/node/bin/node')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
const obstacle = findObstacle()

void describe('the image of deploy/Dockerfile', { skip: obstacle ?? false, timeout: 1_800_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'launchscore-image-'))
  let stage: Stage
  before(() => {
    const instructions = parseDockerfile(readFileSync(join(root, 'deploy/Dockerfile'), 'utf8'))
    stage = buildImage(instructions, { context: root, folder, node })
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  test('has the package and what it installs, no sources and no tool of development', () => {
    assert.deepEqual(readdirSync(join(stage.root, 'app')).sort(), ['dist', 'node_modules', 'package.json'])
    const modules = readdirSync(join(stage.root, 'app/node_modules'))
    for (const name of ['typescript', 'node', 'fastify', 'viem']) assert.ok(!modules.includes(name), name)
  })

  test('runs the tool', async () => {
    const child = startInImage(stage, [...stage.entrypoint, '--version'], node)
    assert.deepEqual([await text(child.stdout), await text(child.stderr)], [`${version}\n`, ''])
  })

  test('starts as its user on a read-only root, becomes healthy, serves pages, and ends with 0 at SIGTERM', async (t) => {
    const env = { PORT: String(await freePort('127.0.0.1', 0)) }
    const child = startInImage(stage, [...stage.entrypoint, ...stage.cmd], node, env)
    t.after(() => child.kill('SIGKILL'))
    const { url } = await waitUntilListening(child)
    const check = startInImage(stage, stage.healthcheck, node, env)
    const [status] = await Promise.all([
      new Promise((settle) => void check.once('close', settle)),
      text(check.stdout),
      text(check.stderr),
    ])
    assert.equal(status, 0)
    const address = `http://127.0.0.1:${new URL(url).port}`
    const document = (await (await fetch(`${address}/api/v1/openapi.json`)).json()) as { info: { version: string } }
    assert.equal(document.info.version, version)
    for (const path of ['/', '/docs']) assert.equal((await fetch(`${address}${path}`)).status, 200, path)
    assert.equal(await stopInImage(child), 0)
  })

  test('the health check fails while nothing listens', async () => {
    const check = startInImage(stage, stage.healthcheck, node, { PORT: String(await freePort('127.0.0.1', 0)) })
    check.stdout.resume()
    check.stderr.resume()
    assert.equal(await new Promise((settle) => void check.once('close', settle)), 1)
  })
})
