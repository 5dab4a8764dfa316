import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPushServiceCheck } from './outbound-target.ts'

const services = ['fcm.googleapis.com', '*.notify.windows.com']
const isOfService = createPushServiceCheck(services, ['127.0.0.1:8099'])

const endpoints: [endpoint: string, isKnown: boolean][] = [
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://FCM.googleapis.com/fcm/send/abc', true],
  ['https://wns2-db5p.notify.windows.com/w/?token=abc', true],
  ['https://notify.windows.com/', false],
  ['https://evilnotify.windows.com/', false],
  ['https://x.fcm.googleapis.com/', false],
  ['https://fcm.googleapis.com.evil.test/', false],
  ['https://evil.test/fcm.googleapis.com', false],
  ['https://fcm.googleapis.com@evil.test/', false],
  ['http://127.0.0.1:8099/push/1', true],
  ['http://127.0.0.1:8098/push/1', false],
  ['no address', false],
]

for (const [endpoint, isKnown] of endpoints)
  test(`${endpoint} ${isKnown ? 'belongs' : 'doesn’t belong'} to a push service`, () =>
    assert.equal(isOfService(endpoint), isKnown))
