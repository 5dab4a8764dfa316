import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ModelRequest, startModelServer } from '../dev/stand-ins/model.ts'
import { runCommand } from '../src/main/commands.ts'
import { closeAfter } from './world/waiting.ts'
import { ask, startApp, startWorld } from './world/app.ts'
import { verdict } from './world/model.ts'

const constant = (score: number) => (request: ModelRequest) => verdict(request, { score })

test('eval measures a panel as one judge, and --model one of its models alone', async (t) => {
  const world = await startWorld(t, { model: { judge: constant(30) } })
  const others = await Promise.all([constant(52), constant(90)].map((judge) => startModelServer({ judge })))
  closeAfter(t, () => Promise.all(others.map(({ close }) => close())))
  const panel = others.map(({ baseUrl }, at) => ({
    provider: 'openai',
    name: `panel-${at + 2}`,
    baseUrl,
    apiKey: 'key',
  }))
  const environment = { ...world.environment, MODEL_PANEL: JSON.stringify(panel) }
  const { app, deps } = await startApp(t, { world, environment })

  const anchors = await runCommand(deps, ['eval', '--anchors', '--json'])
  const { mean, model, resolvedModel } = JSON.parse(anchors.stdout) as Record<string, unknown>
  assert.deepEqual([mean, model], [52, 'test-model + panel-2 + panel-3'])
  assert.equal(String(resolvedModel).split(' + ').length, 3)
  const calls = [world.model, ...others].map(({ requests }) => requests.length)
  const [first = 0, second = 0, third = 0] = calls
  // the high verdicts of the third are checked by covered samples
  assert.ok(first > 0 && second === first && third >= first, String(calls))

  const alone = await runCommand(deps, ['eval', '--anchors', '--model', 'test-model', '--json'])
  assert.deepEqual([JSON.parse(alone.stdout).mean, JSON.parse(alone.stdout).model], [30, 'test-model'])
  const { body } = await ask(app, { url: '/api/v1/evaluations' })
  assert.deepEqual(
    body.anchors.map((run: { isOtherModel: boolean; shift: number }) => [run.isOtherModel, run.shift]),
    [
      [false, 0],
      [false, 0],
    ],
  )
})
