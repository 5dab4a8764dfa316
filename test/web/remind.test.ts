import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { startSmtp } from '../../dev/stand-ins/smtp.ts'
import { sendConfirmations } from '../../src/notifications/send-confirmations.ts'
import { vapid } from '../fixtures/keys.ts'
import { startApp } from '../world/app.ts'
import { scheduleLaunches } from '../world/notifying.ts'
import { never } from '../world/waiting.ts'
import { axeFindings } from './axe.ts'
import { openBrowser } from './browser.ts'
import { measureWidth, visitWith } from './visiting.ts'

/** For looking at them. */
const pictures = process.env['REMIND_PICTURES']

void describe('reminders in a browser', () => {
  let browser: Browser
  before(async () => {
    browser = await openBrowser()
  })
  after(() => browser.close())

  for (const width of [360, 1280])
    test(`${width} px: a visitor chooses a way, and confirms an address by mail`, async (t) => {
      const smtp = await startSmtp()
      t.after(smtp.close)
      const { app, deps } = await startApp(t, {
        environment: {
          NOTIFY_VAPID_PUBLIC: vapid.publicKey,
          NOTIFY_VAPID_PRIVATE: vapid.privateKey,
          NOTIFY_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
          NOTIFY_EMAIL_FROM: 'launches@launch.example',
          NOTIFY_TELEGRAM_TOKEN: '123456:canary-bot-token',
          NOTIFY_TELEGRAM_CHAT: '-1001445300000',
          ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
          PUBLIC_URL: 'https://launch.example',
        },
      })
      await deps.db
        .insertInto('telegram_bots')
        .values({ id: '123456', username: 'launchscore_bot', heard_at: deps.clock.now() })
        .execute()
      const [id = ''] = await scheduleLaunches(deps, [{ scheduledFor: new Date(Date.now() + 7_200_000) }])
      const url = await app.listen({ port: 0, host: '127.0.0.1' })
      const { page, faults } = await visitWith(browser, t, { viewport: { width, height: 900 } })
      await page.goto(`${url}/launch/${id}`, { waitUntil: 'networkidle' })
      const remind = page.locator('.remind')
      await remind.getByText('Remind me').click()
      const rows = remind.locator('li')
      assert.deepEqual(await remind.locator('.way').allInnerTexts(), ['In this browser', 'On Telegram'])
      assert.equal(
        await remind.getByRole('link', { name: 'On Telegram' }).getAttribute('href'),
        `https://t.me/launchscore_bot?start=${id.replaceAll('-', '')}`,
      )
      for (const row of await rows.all()) assert.ok(((await row.boundingBox())?.height ?? 0) >= 44)
      assert.deepEqual(await axeFindings(page), [])
      assert.ok((await measureWidth(page)) <= width)
      if (pictures) await page.screenshot({ path: `${pictures}/remind-${width}.png`, fullPage: true })
      await remind.getByLabel('By e-mail').fill('ada@example.com')
      await remind.getByRole('button', { name: 'Send' }).click()
      await page.getByText('Check your mail: open the link').waitFor()
      await page.keyboard.press('Escape')
      assert.equal(await remind.locator('details').getAttribute('open'), null)
      await sendConfirmations(deps, never)
      const [path = ''] = /\/reminders\/confirm\?token=\S+/.exec(smtp.mails[0]?.body ?? '') ?? []
      await page.goto(`${url}${path}&lang=es`)
      assert.deepEqual(await axeFindings(page), [])
      if (pictures) await page.screenshot({ path: `${pictures}/confirm-${width}.png` })
      await page.getByRole('button', { name: 'Confirmar' }).click()
      await page.getByRole('heading', { name: 'Te avisaremos' }).waitFor()
      if (pictures) await page.screenshot({ path: `${pictures}/confirmed-${width}.png` })
      assert.deepEqual(faults, [])
    })
})
