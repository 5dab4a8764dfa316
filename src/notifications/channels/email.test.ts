import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { type SmtpWorld, startSmtp } from '../../../dev/stand-ins/smtp.ts'
import { signalLines, someNotice, toFailure } from '../../../test/fixtures/notice.ts'
import { colors } from '../../../contract/design.ts'
import { createEmailChannel } from './email.ts'

const signal = new AbortController().signal
const login = { user: 'launches@launch.example', password: 'p:ss/w@rd' }

async function open(t: TestContext, world: SmtpWorld = {}) {
  const smtp = await startSmtp(world)
  t.after(smtp.close)
  const userInfo = world.login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.password)}@` : ''
  const channel = createEmailChannel({
    smtpUrl: `smtp://${userInfo}127.0.0.1:${smtp.port}?to=ignored@launch.example`,
    from: 'Launches <launches@launch.example>',
    to: 'team@launch.example, Ada <ada@launch.example>',
    host: 'launch.example',
  })
  return { smtp, channel }
}

test('e-mail: a mail holds all facts; its Message-ID is the slot’s id', async (t) => {
  const { smtp, channel } = await open(t)
  assert.deepEqual(await channel.send(someNotice(), signal), { receipt: '250 queued as 1' })
  const [mail] = smtp.mails
  assert.equal(mail?.from, 'launches@launch.example')
  assert.deepEqual(mail?.to, ['team@launch.example', 'ada@launch.example'])
  assert.equal(mail?.headers['message-id'], '<01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8d@launch.example>')
  assert.equal(mail?.subject, 'Left Sock ($SOCK): scheduled in 60 minutes')
  assert.match(mail?.headers['content-type'] ?? '', /^multipart\/alternative/)
  assert.equal(mail?.headers['list-unsubscribe'], '<mailto:launches@launch.example?subject=unsubscribe>')
  assert.equal(
    mail?.body,
    [
      'Left Sock ($SOCK): scheduled in 60 minutes',
      '',
      '● 75.3 out of 100, green; higher is better. Scored 3 days ago.',
      'Scheduled for 2026-12-01 18:00:00 UTC (T-60min); it is 2026-12-01 17:00:02 UTC now.',
      '',
      ...signalLines,
      '',
      'https://launch.example/launch/01a1fd55-7a80-7a1c-9b2d-3f4e5a6b7c8e',
      '',
      '-- ',
      'To unsubscribe, write to launches@launch.example.',
      '',
      '',
    ].join('\n'),
  )
})

test('e-mail: a critical warning comes first', async (t) => {
  const { smtp, channel } = await open(t)
  await channel.send(someNotice({ warnings: ['honeypot', 'listed_deployer'] }), signal)
  const [mail] = smtp.mails
  const [subject, , first] = mail?.body.split('\n') ?? []
  assert.equal(subject, mail?.subject)
  assert.equal(subject, '⚑ Honeypot: Left Sock ($SOCK): scheduled in 60 minutes')
  assert.equal(first, '⚑ Honeypot: holders cannot sell this token.')
})

test('e-mail: the HTML has the same facts and token colours, and loads nothing', async (t) => {
  const { smtp, channel } = await open(t)
  await channel.send(someNotice(), signal)
  const html = smtp.mails[0]?.html ?? ''
  assert.match(html, /Left Sock \(\$SOCK\)/)
  assert.match(html, /● 75\.3 out of 100, green; higher is better\./)
  for (const word of ['Meme', 'Creator', 'Image', 'Name', 'Social', 'Risk']) assert.ok(html.includes(`>${word}</td>`))
  assert.match(html, new RegExp(`width="83%" style="background:${colors.green.light}"`))
  assert.match(html, new RegExp(`width="2%" style="background:${colors.red.light}"`)) // 0
  assert.match(html, /To unsubscribe, write to launches@launch\.example\./)
  assert.deepEqual(
    [...html.matchAll(/(?:href|src|url\()="?([^"\s>]+)/g)].map(([, url]) => url),
    [someNotice().url],
  )
})

test('e-mail: in the HTML a critical warning stands first, on red', async (t) => {
  const { smtp, channel } = await open(t)
  await channel.send(someNotice({ warnings: ['honeypot'] }), signal)
  const [, body = ''] = smtp.mails[0]?.html?.split('<body') ?? []
  const [warning, name] = [body.indexOf('⚑ Honeypot: holders cannot sell'), body.indexOf('Left Sock')]
  assert.ok(warning > 0 && warning < name)
  assert.ok(body.slice(0, warning).includes(`background:${colors.crit.light}`))
  assert.match(body, /The score alone: 75\.3 out of 100, green/)
})

test('e-mail: a preliminary score has no band colour and says its share of the weight', async (t) => {
  const { smtp, channel } = await open(t)
  const signals = [
    { title: 'Creator', score: null },
    { title: 'Name', score: 90 },
  ]
  await channel.send(someNotice({ aggregate: 85, hasStubs: true, measuredPercent: 25, signals }), signal)
  const { body = '', html } = smtp.mails[0] ?? {}
  assert.match(body, /^Preliminary: 85\.0 from 25% of the weight; higher is better\./m)
  assert.match(body, /^Creator {3}┄+ not measured yet$/m)
  assert.match(html ?? '', new RegExp(`border-left:4px solid ${colors.muted.light}`))
  assert.doesNotMatch(html ?? '', /out of 100, green/)
})

test('e-mail: a name is text in the HTML', async (t) => {
  const { smtp, channel } = await open(t)
  const name = '</title><img src=x onerror=alert(1)>&amp;"\'<a href="https://evil.example">'
  await channel.send(someNotice({ name }), signal)
  const { html } = smtp.mails[0] ?? {}
  assert.doesNotMatch(html ?? '', /<img|<a href="https:\/\/evil/)
  assert.ok(html?.includes('&lt;img src=x onerror=alert(1)&gt;&amp;amp;&quot;&#39;'))
})

test('e-mail: a name or ticker that looks like an address is no link in a mail program', async (t) => {
  const { smtp, channel } = await open(t)
  await channel.send(someNotice({ name: 'Claim: https://evil.example/x', symbol: 'me@evil。example' }), signal)
  const { body = '', html } = smtp.mails[0] ?? {}
  for (const text of [body, html ?? '']) {
    const joined = text.replaceAll('\u200b', '')
    assert.ok(joined.includes('Claim: https://evil.example/x ($me@evil。example)'))
    assert.doesNotMatch(text, /https:\/\/evil|evil[.。]example|me@evil/)
  }
})

test('e-mail: a percent-encoded password is decoded', async (t) => {
  const { smtp, channel } = await open(t, { login })
  await channel.send(someNotice(), signal)
  assert.equal(smtp.mails.length, 1)
  assert.deepEqual(smtp.logins, [login.user])
})

test('e-mail: a line break in a name adds no header and no recipient', async (t) => {
  const { smtp, channel } = await open(t)
  await channel.send(someNotice({ name: 'Sock\r\nBcc: eve@evil.example\r\n\r\nhi', symbol: 'a@b.example' }), signal)
  const [mail] = smtp.mails
  assert.deepEqual(mail?.to, ['team@launch.example', 'ada@launch.example'])
  assert.equal(mail?.headers['bcc'], undefined)
  assert.equal(mail?.subject, 'Sock Bcc: eve@evil.example  hi ($a@b.example): scheduled in 60 minutes')
})

test('e-mail: a name beyond ASCII arrives', async (t) => {
  const { smtp, channel } = await open(t)
  await channel.send(someNotice({ name: 'Chaussette 🧦' }), signal)
  assert.equal(smtp.mails[0]?.subject, 'Chaussette 🧦 ($SOCK): scheduled in 60 minutes')
})

test('e-mail: a password needs TLS on other machines', async (t) => {
  const smtp = await startSmtp({ login })
  t.after(smtp.close)
  const channel = createEmailChannel({
    smtpUrl: `smtp://user:password@0.0.0.0:${smtp.port}`, // leads here, but doesn't say so
    from: 'a@launch.example',
    to: 'a@launch.example',
    host: 'launch.example',
  })
  const failure = (await toFailure(channel.send(someNotice(), signal))) as { reason: string }
  assert.equal(failure.reason, 'smtp_500')
  assert.deepEqual(smtp.logins, [])
})

const cases = [
  ['greeting', '421 4.3.2 too busy', 'smtp_421', false],
  ['AUTH', '535 5.7.8 wrong', 'smtp_535', true],
  ['AUTH', '454 4.7.0 later', 'smtp_454', false],
  ['MAIL', '451 4.3.0 later', 'smtp_451', false],
  ['RCPT', '550 5.1.1 no such user', 'smtp_550', true],
  ['RCPT', '450 4.2.1 greylisted', 'smtp_450', false],
  ['message', '554 5.7.1 spam', 'smtp_554', true],
  ['message', '452 4.3.1 no space', 'smtp_452', false],
  ['message', '552 5.3.4 too large', 'smtp_552', true],
] as const
for (const [step, reply, reason, isFinal] of cases)
  test(`${reply} to ${step} is ${isFinal ? 'final' : 'to be repeated'}`, async (t) => {
    const { smtp, channel } = await open(t, { login, findFault: (at) => (at === step ? reply : undefined) })
    const failure = { reason, isFinal, retryAfterMs: undefined, isForAll: false }
    assert.deepEqual(await toFailure(channel.send(someNotice(), signal)), failure)
    assert.equal(smtp.mails.length, 0)
  })

test('e-mail: a broken connection is a temporary failure', async (t) => {
  const { channel } = await open(t, { findFault: (step) => (step === 'message' ? 'cut' : undefined) })
  const failure = (await toFailure(channel.send(someNotice(), signal))) as { isFinal: boolean }
  assert.equal(failure.isFinal, false)
})

test('a server that says nothing is left when the time is up', async (t) => {
  const { channel } = await open(t, { findFault: (step) => (step === 'message' ? 'hang' : undefined) })
  const failure = { reason: 'smtp_eabort', isFinal: false, retryAfterMs: undefined, isForAll: false }
  assert.deepEqual(await toFailure(channel.send(someNotice(), AbortSignal.timeout(50))), failure)
})
