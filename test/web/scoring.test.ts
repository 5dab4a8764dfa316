import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { getAddress } from 'viem'
import { leftSock } from '../../dev/world/samples.ts'
import { bomb } from '../fixtures/images.ts'
import { plantName } from '../world/wallet-contracts.ts'
import { axeFindings } from './axe.ts'
import { openBrowser } from './browser.ts'
import { fillForm } from './fill-form.ts'
import { installFakeWallet } from './fake-wallet.ts'
import { ada } from './launching.ts'
import { type Stage, startStage } from './stage.ts'
import { measureWidth, narrow, visitWith } from './visiting.ts'

const picture = new URL('../../dev/images/moon-1000x.jpg', import.meta.url)

const thumbnail = (page: Page) => page.locator('.drop img')

const readReported = (file: string) => readFileSync(new URL(`../fixtures/reports/pictures/${file}`, import.meta.url))
const noise = (width: number, height: number, channels: 3 | 4) =>
  sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
const flat = (width: number, height: number, background: string) =>
  sharp({ create: { width, height, channels: 4, background } })
const whiteBitmap = Buffer.from(
  `424d46000000000000003600000028000000020000000200000001001800000000001000000000000000000000000000000000000000${'ffffffffffff0000'.repeat(2)}`,
  'hex',
)

/** The name in the first such row begins just to the right of its picture. */
async function isBeside(page: Page, row: string): Promise<void> {
  await page.locator(row).getByText('القمر الأزرق').waitFor()
  const gap = await page.evaluate<number>(`(() => {
    const row = document.querySelector('${row}')
    const { right } = row.querySelector('img, .no-picture').getBoundingClientRect()
    const text = document.createRange()
    text.selectNodeContents(row.querySelector('bdi'))
    return text.getBoundingClientRect().left - right
  })()`)
  assert.ok(gap >= 0 && gap <= 16, `${row}: ${gap} px`)
}

/** Lets uploads reach the service only when `release` is called. */
async function holdUploads(page: Page) {
  const held = Promise.withResolvers<void>()
  await page.route('**/v1/images', async (route) => {
    await held.promise
    await route.continue()
  })
  return { release: () => held.resolve() }
}

void describe('the form that scores a launch', () => {
  let stage: Stage
  let browser: Browser
  before(async () => {
    ;[stage, browser] = await Promise.all([startStage(), openBrowser()])
  })
  after(() => Promise.all([browser.close(), stage.close()]))

  const visit = async (t: Parameters<typeof visitWith>[1], options: BrowserContextOptions = {}, query = '') => {
    const visitor = await visitWith(browser, t, options)
    await visitor.page.goto(stage.url + query)
    await visitor.page.locator('[data-live=true]').waitFor()
    return visitor
  }

  async function fill(page: Page, over: Record<string, string> = {}): Promise<void> {
    const { imageUrl: _, ...values } = { ...stage.world.toSubmission(leftSock), ...over } as Record<string, string>
    await fillForm(page, values)
  }

  test('a file is uploaded, shown and scored', async (t) => {
    const { page, faults } = await visit(t)
    await page.setInputFiles('input[type=file]', picture.pathname)
    await thumbnail(page).waitFor()
    await fill(page, { name: 'Moon Sock' })
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.waitForURL(/\/score\/[\da-f-]{36}/)
    const id = /score\/([\da-f-]{36})/.exec(page.url())?.[1]
    const record = (await (await fetch(`${stage.url}/v1/score/${id}`)).json()) as { submission: { imageUrl: string } }
    assert.match(record.submission.imageUrl, /\/v1\/images\/[0-9a-f]{64}$/)
    assert.deepEqual(faults, [])
  })

  test('a pasted and a dropped picture are uploaded, and Remove takes it away', async (t) => {
    const { page } = await visit(t)
    const base64 = readFileSync(picture).toString('base64')
    for (const kind of ['paste', 'drop']) {
      await page.evaluate(`(() => {
        const bytes = Uint8Array.from(atob('${base64}'), (one) => one.charCodeAt(0))
        const transfer = new DataTransfer()
        transfer.items.add(new File([bytes], 'a.jpg', { type: 'image/jpeg' }))
        if ('${kind}' === 'paste') dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer }))
        else document.querySelector('.drop').dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }))
      })()`)
      await thumbnail(page).waitFor()
      await page.getByRole('button', { name: 'Remove' }).click()
      await thumbnail(page).waitFor({ state: 'detached' })
      assert.equal(await page.inputValue('[name=imageUrl]'), '')
    }
  })

  test('text pasted into a field stays text, even if the clipboard has its picture too', async (t) => {
    const { page } = await visit(t)
    const base64 = readFileSync(picture).toString('base64')
    const paste = (text: string) =>
      page.evaluate<string>(`(async () => {
        const bytes = Uint8Array.from(atob('${base64}'), (one) => one.charCodeAt(0))
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File([bytes], 'image.png', { type: 'image/png' }))
        if ('${text}' !== '') clipboardData.setData('text/plain', '${text}')
        document.querySelector('form [name=description]').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
        await new Promise(requestAnimationFrame)
        return document.querySelector('.drop .btn').textContent
      })()`)
    assert.equal(await paste('A pitch'), 'Choose')
    await paste('')
    await thumbnail(page).waitFor()
  })

  test('a link typed during an upload stays, and is what is scored', async (t) => {
    const { page, faults } = await visit(t)
    const { release } = await holdUploads(page)
    await page.setInputFiles('input[type=file]', picture.pathname)
    await page.locator('.drop').getByText('Uploading…').waitFor()
    const link = stage.world.toSubmission(leftSock).imageUrl
    await fillForm(page, { imageUrl: link })
    const uploaded = page.waitForResponse('**/v1/images')
    release()
    await (await uploaded).finished()
    await fill(page, { name: 'Linked Sock' })
    assert.equal(await page.inputValue('[name=imageUrl]'), link)
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.waitForURL(/\/score\/[\da-f-]{36}/)
    assert.deepEqual(faults, [])
  })

  test('a submission during an upload waits for the picture, until a field changes', async (t) => {
    const { page, faults } = await visit(t)
    const { release } = await holdUploads(page)
    await fill(page, { name: 'Wait Sock' })
    await page.setInputFiles('input[type=file]', picture.pathname)
    const notice = page.getByRole('alert').getByText('Your picture is still uploading.')
    await page.getByRole('button', { name: 'Score it' }).press('Enter')
    await notice.waitFor()
    assert.deepEqual(await axeFindings(page), [])
    await page.fill('form [name=name]', 'Waiting Sock')
    await notice.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Score it' }).press('Enter')
    await notice.waitFor()
    release()
    await page.waitForURL(/\/score\/[\da-f-]{36}/)
    await page.getByRole('heading', { name: 'Waiting Sock' }).waitFor()
    assert.deepEqual(faults, [])
  })

  test('a submission that waits for a picture ends when the upload is refused', async (t) => {
    const { page } = await visit(t)
    await page.setInputFiles('input[type=file]', picture.pathname)
    await thumbnail(page).waitFor()
    const { release } = await holdUploads(page)
    await fill(page)
    const buffer = Buffer.from('not a picture')
    await page.setInputFiles('input[type=file]', { name: 'a.png', mimeType: 'image/png', buffer })
    await page.getByRole('button', { name: 'Score it' }).press('Enter')
    await page.getByText('Your picture is still uploading.').waitFor()
    release()
    await page.getByRole('alert').getByText('1 field needs a fix.').waitFor()
    await page.getByText('Choose a PNG, JPEG, WebP or GIF picture.').waitFor()
    await page.locator('.drop input:focus').waitFor()
  })

  test('a file that is no picture is refused beside the field', async (t) => {
    const { page } = await visit(t)
    const buffer = Buffer.from('not a picture')
    await page.setInputFiles('input[type=file]', { name: 'a.png', mimeType: 'image/png', buffer })
    await page.getByText('Choose a PNG, JPEG, WebP or GIF picture.').waitFor()
  })

  /** What a browser draws anew, because the service would refuse it: its size there, and the colour of its corner. */
  const drawnAnew: [what: string, make: () => Promise<Buffer>, type: string, side: number, corner: number[] | null][] =
    [
      [
        'a transparent logo of more than 5 MiB',
        async () =>
          flat(1500, 1500, '#0000')
            .composite([{ input: await noise(1300, 1300, 4).png().toBuffer(), left: 200, top: 200 }])
            .png()
            .toBuffer(),
        'image/png',
        768,
        [128, 128, 128],
      ],
      [
        'a photo of more than 5 MiB',
        () => noise(2400, 1800, 3).jpeg({ quality: 100 }).toBuffer(),
        'image/jpeg',
        768,
        null,
      ],
      ['a PNG of too many pixels', () => flat(5000, 5000, '#c30f').png().toBuffer(), 'image/png', 768, [204, 51, 0]],
      ['an AVIF', () => flat(300, 300, '#c30f').avif({ effort: 0 }).toBuffer(), 'image/avif', 300, [204, 51, 0]],
      ['a BMP', () => Promise.resolve(whiteBitmap), 'image/bmp', 2, [255, 255, 255]],
      [
        'a phone’s photo of 24 megapixels',
        () => Promise.resolve(readReported('photo-5712x4284.jpg')),
        'image/jpeg',
        768,
        null,
      ],
      ['a JPEG without its end', () => Promise.resolve(readReported('no-eoi.jpg')), 'image/jpeg', 200, [200, 30, 39]],
    ]
  for (const [what, make, mimeType, side, corner] of drawnAnew)
    test(`${what} is uploaded`, async (t) => {
      const { page, faults } = await visit(t)
      await page.setInputFiles('input[type=file]', { name: 'a.png', mimeType, buffer: await make() })
      await thumbnail(page).waitFor({ timeout: 60_000 })
      const kept = await fetch(new URL(String(await thumbnail(page).getAttribute('src')), stage.url))
      const { data, info } = await sharp(Buffer.from(await kept.arrayBuffer()))
        .raw()
        .toBuffer({ resolveWithObject: true })
      assert.equal(Math.max(info.width, info.height), side)
      if (corner)
        for (const [n, level] of corner.entries())
          assert.ok(Math.abs(level - (data[n] ?? 0)) <= 3, String([...data.subarray(0, 3)]))
      assert.deepEqual(
        faults.filter((fault) => !fault.includes('400')), // the service refused the file as it was
        [],
      )
    })

  test('what neither the browser nor the service can read is refused in the words of both', async (t) => {
    const { page } = await visit(t)
    const refused: [mimeType: string, buffer: Buffer, words: string[]][] = [
      [
        'image/png',
        bomb(30_000, 30_000),
        ['Choose a PNG, JPEG, WebP or GIF picture.', 'The picture must have at most 64 MB of pixels'],
      ],
      [
        'image/heic',
        Buffer.from('\0\0\0\x18ftypheic'),
        ['Your browser can’t read this format. Save the picture as PNG, JPEG or WebP'],
      ],
      ['image/jpeg', Buffer.alloc(6 * 1024 * 1024, 1), ['Choose a picture of at most 5 MB.']],
    ]
    for (const [mimeType, buffer, words] of refused) {
      await page.setInputFiles('input[type=file]', { name: 'a', mimeType, buffer })
      for (const some of words) await page.locator('.fault-words').getByText(some).waitFor()
    }
  })

  test('a draft survives a reload, and ?contract= fills the contract in', async (t) => {
    const { page } = await visit(t)
    await fill(page, { name: 'Kept Sock', xHandle: 'https://twitter.com/leftsock/' })
    await page.locator('[name=creatorAddress]').focus()
    assert.equal(await page.inputValue('[name=xHandle]'), '@leftsock')
    await page.reload()
    await page.locator('[data-live=true]').waitFor()
    assert.equal(await page.inputValue('form [name=name]'), 'Kept Sock')
    const contract = `0x${'c'.repeat(40)}`
    await page.goto(`${stage.url}/?contract=${contract}`)
    await page.locator('[data-live=true]').waitFor()
    assert.equal(await page.inputValue('[name=contractAddress]'), contract)
  })

  test('text typed before the scripts arrive stays, over the draft of an earlier visit', async (t) => {
    const { page, faults } = await visit(t)
    await fill(page, { name: 'Kept Sock' })
    const late = Promise.withResolvers<void>()
    await page.route('**/score-form-*.js', async (route) => {
      await late.promise
      await route.continue()
    })
    await page.goto(`${stage.url}/?contract=0x${'c'.repeat(40)}`, { waitUntil: 'commit' })
    await page.fill('form [name=name]', 'Typed Sock')
    for (const fold of await page.locator('.optional:not([open]) summary').all()) await fold.click()
    await page.fill('form [name=contractAddress]', '')
    await page.locator('form [name=description]').pressSequentially('A pitch')
    await page.locator('form [name=description]').press('Home')
    late.resolve()
    await page.locator('[data-live=true]').waitFor()
    await page.keyboard.type('Here is: ')
    assert.equal(await page.inputValue('form [name=name]'), 'Typed Sock')
    assert.equal(await page.inputValue('[name=contractAddress]'), '')
    assert.equal(await page.inputValue('form [name=description]'), 'Here is: A pitch')
    assert.equal(await page.inputValue('[name=symbol]'), 'SOCK')
    await page.locator('.draft-name').getByText('Typed Sock').waitFor()
    await page.locator('.preview output').getByText('100').first().waitFor()
    assert.deepEqual(faults, [])
  })

  test('“Edit and score again” opens the form as it was filled in', async (t) => {
    const { page, faults } = await visit(t)
    await page.goto(`${stage.url}/score/${stage.ids.good}`)
    await page.getByRole('link', { name: 'Edit and score again' }).first().click()
    await page.locator('[data-live=true]').waitFor()
    const { name, symbol, description, xHandle } = stage.world.toSubmission(leftSock)
    for (const [field, value] of Object.entries({ name, symbol, description, xHandle }))
      assert.equal(await page.inputValue(`form [name=${field}]`), value, field)
    assert.equal(await thumbnail(page).getAttribute('src'), `/score/${stage.ids.good}/picture?size=192`)
    await fillForm(page, { name: 'Other Sock' })
    await page.reload()
    await page.locator('[data-live=true]').waitFor()
    assert.equal(await page.inputValue('form [name=name]'), 'Other Sock')
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.waitForURL(/\/score\/[\da-f-]{36}\?new/)
    await page.getByRole('heading', { name: 'Other Sock' }).waitFor()
    assert.deepEqual(faults, [])
  })

  test('a fault goes as soon as its field is right', async (t) => {
    const { page } = await visit(t)
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.getByRole('alert').getByText('4 fields need a fix.').waitFor()
    await fillForm(page, { name: 'Left Sock' })
    await page.getByRole('alert').getByText('3 fields need a fix.').waitFor()
    assert.equal(await page.locator('.field.name [aria-invalid]').count(), 0)
  })

  test('X handles in every usual form are taken', async (t) => {
    const { page } = await visit(t)
    for (const text of ['leftsock', '@leftsock', 'x.com/leftsock', 'https://twitter.com/leftsock/']) {
      await fillForm(page, { xHandle: text })
      await page.locator('[name=symbol]').focus()
      assert.equal(await page.inputValue('[name=xHandle]'), '@leftsock', text)
    }
    await fillForm(page, { xHandle: 'left sock' })
    await page.locator('[name=symbol]').focus()
    await page.getByText('X handles are up to 15 letters, numbers or _.').waitFor()
  })

  test('the rows fill as signals arrive, and Cancel returns to the form', async (t) => {
    const { page } = await visit(t)
    await page.evaluate(`(() => {
      const real = window.fetch
      window.fetch = async (path, options) => {
        if (path !== '/v1/score') return real(path, options)
        const text = 'event: signal\\ndata: {"signal":"name","score":91,"stub":false}\\n\\n: still working\\n\\n'
        const body = new ReadableStream({ start: (one) => one.enqueue(new TextEncoder().encode(text)) })
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
      }
    })()`)
    await fill(page)
    await fillForm(page, { imageUrl: 'https://pictures.example/a.png' })
    await page.getByRole('button', { name: 'Score it' }).press('Enter')
    await page.locator('.measuring .measured .value').getByText('91').waitFor()
    await page.locator('.measuring').getByText('1 of 6 measured').waitFor()
    await page.getByRole('status').getByText('Name: 91').waitFor()
    await page.locator('h1:focus').getByText('Left Sock').waitFor()
    assert.deepEqual(await page.locator('.measuring .waiting .said').allInnerTexts(), [
      'Reading your pitch…',
      'Checking the wallet’s history…',
      'Looking at the picture…',
      'Looking for mentions…',
      'Asking GoPlus about the contract…',
    ])
    assert.equal(await page.locator('.hero').isVisible(), false)
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Cancel' }).press('Enter')
    await page.getByRole('alert').getByText('If your launch was already scored, try again to open that score').waitFor()
    assert.equal(await page.inputValue('form [name=name]'), 'Left Sock')
  })

  test('an Arabic name and ticker stand beside the picture, like others', async (t) => {
    const { page, faults } = await visit(t)
    const held = Promise.withResolvers<void>()
    await page.route('**/v1/score', async (route) => {
      await held.promise
      await route.continue()
    })
    await fill(page, { name: 'القمر الأزرق', symbol: 'قمر' })
    await fillForm(page, { imageUrl: stage.world.toSubmission(leftSock).imageUrl })
    await isBeside(page, '.previewed')
    await page.getByRole('button', { name: 'Score it' }).press('Enter')
    await isBeside(page, '.measuring .who')
    held.resolve()
    await page.waitForURL(/\/score\/[\da-f-]{36}/)
    await page.goto(stage.url)
    await isBeside(page, '.newest-list li')
    await page.locator('.top-bar input[name=q]').pressSequentially('القمر')
    await isBeside(page, '[role=option]')
    assert.deepEqual(faults, [])
  })

  test('a wallet fills in its address by one click', async (t) => {
    const visitor = await visitWith(browser, t)
    await visitor.page.addInitScript(`addEventListener('eip6963:requestProvider', () =>
      dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info: { uuid: 'a', name: 'Test Wallet' },
        provider: { request: async () => ['0x${'a'.repeat(40)}'] } } })))`)
    await visitor.page.goto(stage.url)
    await visitor.page.getByRole('button', { name: 'Connect Test Wallet' }).click()
    await visitor.page.waitForFunction(
      `document.querySelector('[name=creatorAddress]').value === '0x${'a'.repeat(40)}'`,
    )
  })

  test('a wallet that fills in its address signs the launch in one step', async (t) => {
    const { page, faults } = await visitWith(browser, t)
    let isDeclined = true
    const declines = (method: string) => method === 'personal_sign' && isDeclined
    const { calls } = await installFakeWallet(page, { accounts: [ada], declines })
    await page.goto(stage.url)
    await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
    await fill(page, { name: 'Signed Sock', creatorAddress: ada.address, contractAddress: '' })
    await page.setInputFiles('input[type=file]', picture.pathname)
    await thumbnail(page).waitFor()
    await page.getByRole('button', { name: 'Sign as this wallet' }).click()
    await page.getByText('You declined in your wallet.').waitFor()
    isDeclined = false
    await page.getByRole('button', { name: 'Sign as this wallet' }).click()
    await page.waitForURL(/\/score\/[\da-f-]{36}/)
    const id = /score\/([\da-f-]{36})/.exec(page.url())?.[1]
    const record = (await (await fetch(`${stage.url}/v1/score/${id}`)).json()) as { creatorProof: string }
    assert.equal(record.creatorProof, 'signature')
    assert.equal(calls.filter((method) => method === 'personal_sign').length, 2)
    assert.deepEqual(faults, [])
  })

  test('without its signature a wallet’s launch is scored unsigned', async (t) => {
    const { page } = await visitWith(browser, t)
    await installFakeWallet(page, { accounts: [ada] })
    await page.goto(stage.url)
    await page.getByRole('button', { name: 'Connect Test Wallet' }).click()
    await fill(page, { name: 'Silent Sock', creatorAddress: ada.address, contractAddress: '' })
    await page.setInputFiles('input[type=file]', picture.pathname)
    await thumbnail(page).waitFor()
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.waitForURL(/\/score\/[\da-f-]{36}/)
    assert.match(await page.title(), /, unsigned: Silent Sock/)
  })

  test('a name of a wallet becomes its address, to check before it is scored', async (t) => {
    await plantName(stage.world.environment.CHAIN_RPC_URL ?? '', 'ada.base.eth', `0x${'a'.repeat(40)}`)
    const { page, faults } = await visit(t)
    await page.setInputFiles('input[type=file]', picture.pathname)
    await thumbnail(page).waitFor()
    await fill(page, { name: 'Named Sock' })
    await page.fill('[name=creatorAddress]', 'Ada.base.eth')
    await page.locator('[name=creatorAddress]').press('Enter')
    await page.getByText('Check the wallet of this name, then score.').waitFor()
    await page.getByText('ada.base.eth is this wallet. Check that it’s yours.').waitFor()
    assert.equal(await page.inputValue('[name=creatorAddress]'), getAddress(`0x${'a'.repeat(40)}`))
    assert.deepEqual(await axeFindings(page), [])
    await page.getByRole('button', { name: 'Score it' }).click()
    await page.waitForURL(/\/score\//)
    assert.deepEqual(faults, [])
  })

  for (const [name, words] of [
    ['nobody.base.eth', 'We couldn’t find that name. Paste the address instead.'],
    ['ada.eth', 'Use a name that ends in .base.eth, or enter the address.'],
  ] as const)
    test(`the name ${name} is refused beside the field`, async (t) => {
      await plantName(stage.world.environment.CHAIN_RPC_URL ?? '', 'ada.base.eth', `0x${'a'.repeat(40)}`)
      const { page } = await visit(t)
      await page.fill('[name=creatorAddress]', name)
      await page.locator('[name=symbol]').focus()
      await page.getByText(words).waitFor()
      assert.equal(await page.inputValue('[name=creatorAddress]'), name)
    })

  test('the home page shows a real score and the newest ones, each to follow', async (t) => {
    const { page } = await visit(t)
    const example = page.locator('.example')
    assert.equal(await example.locator('.reasons li').count(), 6)
    for (const reason of await example.locator('.reason').allInnerTexts()) assert.notEqual(reason, '')
    const list = page.locator('.newest-list')
    assert.match(await list.innerText(), /Free Lunch[\s\S]*Honeypot/)
    await list.getByRole('link', { name: 'Free Lunch' }).click()
    await page.waitForURL(/\/score\//)
  })

  for (const [language, words, submit] of [
    ['es', 'Elegir', 'Evaluar'],
    ['zh', '选择', '开始评分'],
  ] as const)
    test(`the form speaks ${language}`, async (t) => {
      const { page } = await visit(t, {}, `/?lang=${language}`)
      await page.locator('.drop').getByText(words, { exact: true }).waitFor()
      await page.getByRole('button', { name: submit, exact: true }).waitFor()
    })

  for (const [language, words] of [
    ['en', 'That address has a typo: its capital letters don’t match. Check it, or paste it in lower case.'],
    ['es', 'Esa dirección tiene un error: sus mayúsculas no concuerdan. Revísala o pégala en minúsculas.'],
    ['zh', '地址有误：大小写不匹配。请检查，或粘贴全小写的地址。'],
  ] as const)
    test(`a refusal in ${language} is in this language, or marked as English`, async (t) => {
      const { page } = await visit(t, {}, `/?lang=${language}`)
      await fill(page, { creatorAddress: `0xA${'a'.repeat(39)}`, contractAddress: `0x${'0'.repeat(40)}` })
      await fillForm(page, { imageUrl: stage.world.toSubmission(leftSock).imageUrl })
      assert.equal(await page.locator('.creatorAddress .fault-words:not(:has([lang]))').innerText(), words)
      await page.fill('[name=creatorAddress]', `0x${'a'.repeat(40)}`)
      await page.locator('.score-form [type=submit]').click()
      assert.equal(
        await page.locator('.contractAddress .fault-words [lang=en]').innerText(),
        'Must not be the zero address.',
      )
      await fillForm(page, { contractAddress: '' })
      const body = JSON.stringify({ error: { message: 'Too many requests.' } })
      await page.route('**/v1/score', (route) => route.fulfill({ status: 503, body }))
      await page.locator('.score-form [type=submit]').click()
      await page.locator('[role=alert] [lang=en]').getByText('Too many requests.').waitFor()
    })

  test('at 360 px the preview never covers the button that scores', async (t) => {
    const { page } = await visit(t, narrow)
    const top = await page.evaluate<string>(`(async () => {
      const button = document.querySelector('.score-form [type=submit]')
      scrollBy({ top: button.getBoundingClientRect().top - 200, behavior: 'instant' })
      await new Promise(requestAnimationFrame)
      const { left, top, width, height } = button.getBoundingClientRect()
      return document.elementFromPoint(left + width / 2, top + height / 2).textContent
    })()`)
    assert.equal(top, 'Score it')
  })

  test('a refusal without a field brings its notice into view, in our own words', async (t) => {
    const { page } = await visit(t, narrow)
    await fill(page)
    await fillForm(page, { imageUrl: stage.world.toSubmission(leftSock).imageUrl })
    await page.route('**/v1/score', (route) => route.fulfill({ status: 502, body: '<h1>Bad Gateway</h1>' }))
    await page.locator('.score-form [type=submit]').press('Enter')
    const notice = page.locator('.sending [role=alert]:focus')
    await notice.getByText('Something went wrong on our side (502). Try again.').waitFor()
    const box = await notice.boundingBox()
    assert.ok(box && box.y >= 0 && box.y + box.height <= narrow.viewport.height, JSON.stringify(box))
  })

  test('axe finds no issue with the form filled in, wide and narrow', async (t) => {
    for (const size of [{}, narrow]) {
      const { page } = await visit(t, size)
      await page.setInputFiles('input[type=file]', picture.pathname)
      await thumbnail(page).waitFor()
      await fill(page, { name: 'MOON_1000X_GEM', xHandle: '@gem1000x99201' })
      assert.deepEqual(await axeFindings(page), [])
      if (size === narrow) assert.ok((await measureWidth(page)) <= 360)
    }
  })
})
