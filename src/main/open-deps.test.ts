import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseConfig } from '../config.ts'
import { nameDeployment } from './open-deps.ts'

const nameOf = (environment: Record<string, string>) => nameDeployment(parseConfig(environment))
const DATABASE_URL = 'postgres://user:secret@db:5432/launchscore'
const PUBLIC_URL = 'https://launch.example'

test('deployment: replicas on other ports have one name, by database or PUBLIC_URL', () => {
  const local = { DATABASE_URL, PUBLIC_URL: 'http://localhost:8081' } // the default of one of them
  for (const shared of [{ DATABASE_URL }, { DATABASE_URL, PUBLIC_URL }, local])
    assert.equal(nameOf({ ...shared, PORT: '8081' }), nameOf({ ...shared, PORT: '8082' }))
  const other = DATABASE_URL.replace('user:secret', 'other:word')
  assert.equal(nameOf({ DATABASE_URL }), nameOf({ DATABASE_URL: other }))
})

test('deployment: another database, PUBLIC_URL or domain is another name', () => {
  const names = [
    { DATABASE_URL },
    { DATABASE_URL: `${DATABASE_URL}2` },
    { DATABASE_URL, PUBLIC_URL },
    { DATABASE_URL, PUBLIC_URL: 'https://other.example' },
    { DATABASE_URL, PUBLIC_URL, ENROLLMENT_DOMAIN: 'other.example' },
    { PORT: '8081' },
    { PORT: '8082' },
  ].map(nameOf)
  assert.equal(new Set(names).size, names.length)
})
