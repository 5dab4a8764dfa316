import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { startApp, startWorld } from './world/app.ts'
import { verdict } from './world/model.ts'

const file = new URL('../src/site/api/example-record.json', import.meta.url)
const creatorAddress = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045'
const contractAddress = '0x3B3FA9AF73F17eF10092cd8b1C8A45Ab6291d8c6'
const now = () => new Date('2026-11-22T12:00:00.000Z')

/** What the document can't know of a run. */
const placed = {
  id: '01a20193-38c6-7b0c-9572-29555c61970c',
  createdAt: now().toISOString(),
}

// After a change of the rules, `WRITE_EXAMPLE=1 node --test test/example-record.test.ts && npm run openapi` writes the new record.
test('the record in the examples of openapi.json is green, and what the service makes of its submission', async (t) => {
  const world = await startWorld(t, {
    model: {
      judge: (request) =>
        verdict(
          request,
          request.image
            ? { score: 74, reason: 'A single sock, readable at any size, in the colours of the pitch.' }
            : { score: 81, reason: 'A small mystery that everybody can retell; the ticker follows from the name.' },
        ),
    },
    txlist: {
      now,
      wallets: {
        [creatorAddress.toLowerCase()]: {
          ageDays: 812,
          sent: 88,
          tokens: [{ address: contractAddress.toLowerCase(), ageDays: 2 }],
        },
      },
    },
    goplus: { now, tokens: { [contractAddress.toLowerCase()]: { kind: 'clean' } } },
  })
  const { score } = await startApp(t, { world, clock: { now } })
  const { body } = await score({ creatorAddress, contractAddress })
  const submission = { ...body.submission, imageUrl: 'https://pictures.example/left-sock.png' }
  const record = { ...body, ...placed, submission }
  if (process.env['WRITE_EXAMPLE']) writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)
  assert.equal(record.band, 'green')
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), record)
})
