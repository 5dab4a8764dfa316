import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { appeal, ada, enroll } from '../world/creators.ts'
import { type TestApp, ask, startApp, startWorld } from '../world/app.ts'
import { createScope } from '../hostile/scope.ts'
import { adminBearer, adminToken } from '../world/notifying.ts'
import { verdict } from '../world/model.ts'
import { axeFindingsWithTargets } from './axe.ts'
import { openForSuite } from './open-for-suite.ts'
import { measureWidth, narrow } from './visiting.ts'

/** A service whose judge is kinder with every call, and can be down. */
async function startJudged() {
  const scope = createScope()
  let points = 40
  let isDown = false
  const world = await startWorld(scope, {
    model: {
      judge: (request) => verdict(request, { score: Math.min(100, (points += 5)) }),
      findFault: () => (isDown ? 'server error' : undefined),
    },
  })
  const environment = { ...world.environment, ADMIN_TOKEN: adminToken }
  const service = await startApp(scope, { world, environment })
  const url = await service.app.listen({ host: '127.0.0.1', port: 0 })
  return { ...service, url, setDown: (down: boolean) => (isDown = down), close: scope.close }
}

/** A score that ada has enrolled and appeals against. */
async function seedAppeal({ app, score }: TestApp, name: string, reason: string): Promise<string> {
  const { body } = await score({ name, creatorAddress: ada.address })
  assert.equal((await enroll(app, { scoreId: body.id, wallet: ada })).status, 201)
  assert.equal((await appeal(app, { scoreId: body.id, wallet: ada, reason })).status, 201)
  return body.id
}

async function seedAnswered(stage: TestApp, name: string): Promise<void> {
  await seedAppeal(stage, name, 'Look again.')
  const answer = { outcome: 'declined', answer: 'It is right.' } as const
  const { body } = await ask(stage.app, { url: '/v1/admin/appeals?limit=1', headers: adminBearer })
  const url = `/v1/admin/appeals/${body.appeals[0].appealId}/answer`
  assert.equal((await ask(stage.app, { method: 'POST', url, headers: adminBearer, payload: answer })).status, 200)
}

async function openDashboard(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/admin`)
  await page.getByLabel('Admin token').fill(adminToken)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Requests for a review' }).waitFor()
}

const findAppeal = (page: Page, name: string) =>
  page.locator('li[id^=appeal-]', { has: page.getByRole('heading', { name, exact: true }) })

void describe('appeals on the operators’ page in a browser', () => {
  const { getStage, visit } = openForSuite(startJudged)

  test('an appeal is listed as text and declined, and the score’s page shows the answer', async (t) => {
    const stage = getStage()
    const scoreId = await seedAppeal(stage, 'Torn Sock', 'The judge read <b>sock</b> as “sack”.')
    const { page, context, faults } = await visit(t)
    await openDashboard(page, stage.url)
    const item = findAppeal(page, 'Torn Sock')
    await item.getByText('The judge read <b>sock</b> as “sack”.').waitFor()
    assert.equal(await item.locator('.chip').innerText(), 'Open')
    await item.getByRole('button', { name: 'Decline' }).click()
    await item.getByRole('alert').locator(':scope *').first().waitFor()
    await item.getByRole('textbox', { name: 'Answer the request for Torn Sock' }).fill('It says <i>sack</i>.')
    await item.getByRole('button', { name: 'Decline' }).click()
    await item.getByText('Declined', { exact: true }).waitFor()
    assert.match(await item.innerText(), /It says <i>sack<\/i>\.\s+admin · /)
    assert.equal(await item.getByRole('button').count(), 0)
    const reader = await context.newPage()
    await reader.goto(`${stage.url}/score/${scoreId}`)
    const card = reader.locator('#appeal')
    await card.getByText('It says <i>sack</i>.').waitFor()
    assert.equal(await card.getByRole('link', { name: /new score/i }).count(), 0)
    assert.deepEqual(
      faults.filter((fault) => !fault.includes('400')),
      [],
    )
  })

  test('an upheld appeal scores again, and the answer links to the fresh score', async (t) => {
    const stage = getStage()
    const scoreId = await seedAppeal(stage, 'Wool Sock', 'Look at the other side.')
    const { page } = await visit(t)
    await openDashboard(page, stage.url)
    const item = findAppeal(page, 'Wool Sock')
    await item.getByRole('textbox', { name: 'Answer the request for Wool Sock' }).fill('You are right.')
    await item.getByLabel('Score it again').check()
    stage.setDown(true)
    await item.getByRole('button', { name: 'Uphold' }).click()
    await item.getByRole('alert').locator(':scope *').first().waitFor({ timeout: 60_000 })
    stage.setDown(false)
    assert.equal(
      await item.getByRole('textbox', { name: 'Answer the request for Wool Sock' }).inputValue(),
      'You are right.',
    )
    assert.equal(await item.locator('.chip').innerText(), 'Open')
    await item.getByRole('button', { name: 'Uphold' }).click()
    await item.getByText('Upheld', { exact: true }).waitFor()
    const fresh = (await item.getByRole('link', { name: 'The new score' }).getAttribute('href')) ?? ''
    const { body } = await stage.app.inject({ url: `/v1${fresh}` })
    assert.equal((JSON.parse(body) as { rescoredFrom: string }).rescoredFrom, scoreId)
    await item.getByRole('link', { name: 'The new score' }).click()
    await page.getByRole('heading', { level: 1, name: /Wool Sock/ }).waitFor()
  })

  test('an open appeal stays before 11 newer ones, and so does the answer typed for it', async (t) => {
    const stage = getStage()
    await seedAppeal(stage, 'First Sock', 'Nobody has answered me.')
    for (let index = 0; index < 10; index++) await seedAnswered(stage, `Answered Sock ${index}`)
    const { page } = await visit(t)
    await openDashboard(page, stage.url)
    const entry = page.getByRole('textbox', { name: 'Answer the request for First Sock' })
    await entry.fill('You are')
    await seedAnswered(stage, 'Last Sock')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await findAppeal(page, 'Last Sock').waitFor()
    assert.equal(await entry.inputValue(), 'You are')
    const names = await page.locator('li[id^=appeal-] h3').allInnerTexts()
    assert.deepEqual(names.slice(0, 2), ['First Sock', 'Last Sock'])
    assert.equal(new Set(names).size, names.length)
  })

  for (const [width, options] of [
    ['at 1280 px', {}],
    ['at 360 px', narrow],
  ] as const)
    test(`axe finds no issue on the open form of an appeal, ${width}`, async (t) => {
      const stage = getStage()
      const name = `Long Sock ${width}`.replace(' px', '')
      await seedAppeal(stage, name, 'W'.repeat(400))
      const { page } = await visit(t, options)
      await openDashboard(page, stage.url)
      await findAppeal(page, name).getByRole('button', { name: 'Uphold' }).waitFor()
      assert.deepEqual(await axeFindingsWithTargets(page), [])
      assert.ok((await measureWidth(page)) <= (page.viewportSize()?.width ?? 0))
    })
})
