import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { goodSubmission, startApp, startWorld } from './harness.ts'
import { verdict } from './verdicts.ts'
import { issueKey } from './webhook-world.ts'

const root = join(import.meta.dirname, '..')

void test('each example of the client’s README runs against the service', async (t) => {
  const world = await startWorld(t, { model: { judge: verdict } })
  const { app, deps, submission } = await startApp(t, { world })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const { authorization } = await issueKey(deps)
  const image = goodSubmission(world).imageUrl
  const enrolled = await app.inject({ method: 'POST', url: '/v1/score', payload: submission() })
  assert.equal(enrolled.statusCode, 201)
  const folder = await mkdtemp(join(root, 'test/readme-')) // inside, so that packages are found
  t.after(() => rm(folder, { recursive: true }))
  t.mock.method(console, 'log', (...values: unknown[]) => printed.push(values))
  const printed: unknown[][] = []
  const text = await readFile(join(root, 'client/README.md'), 'utf8')
  const examples = [...text.matchAll(/```ts\n(.*?)```/gs)].map(([, code = '']) => code)
  assert.equal(examples.length, 8)
  for (const [n, code] of examples.entries()) {
    const file = join(folder, `${n}.ts`)
    const own = code
      .replaceAll("'@launchscore/client'", `'${pathToFileURL(join(root, 'client/src/index.ts')).href}'`)
      .replaceAll('https://launchscore.example', url)
      .replaceAll('https://pictures.example/left-sock.png', image)
      .replaceAll('ls_live_…', authorization.replace('Bearer ', ''))
    await writeFile(file, own)
    await import(pathToFileURL(file).href)
  }
  const [first, ...others] = printed
  assert.deepEqual([typeof first?.[0], typeof first?.[1]], ['number', 'string'])
  const words = others.map(([one]) => String(one))
  for (const expected of ['meme', 'score', 'not_found']) assert.ok(words.includes(expected), expected)
  assert.ok(words.some((one) => /^\d{4}-\d{2}-\d{2}T/.test(one)))
})
