import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { Check } from 'typebox/value'
import { recordedRuleSets } from '../../../contract/signals/recorded-rule-sets.ts'
import { creatorRuleSets } from '../creator.ts'
import { releasedSignals } from '../registry.ts'
import { riskRuleSets } from '../risk.ts'
import { getRuleId, listPrompts, loadPrompt, newestPrompt } from './prompts.ts'
import { findJudgeRules, findRuleSet } from './rule-sets.ts'
import { ImageVerdict, MemeVerdict } from './weigh-samples.ts'

const prompt = newestPrompt()

test('weights are whole percents that add up to 100', () => {
  assert.deepEqual(
    prompt.signals.map(({ name }) => name),
    ['meme', 'creator', 'image', 'name', 'social', 'risk'],
  )
  for (const { id } of listPrompts()) {
    const { signals } = loadPrompt(id) ?? prompt
    assert.equal(
      signals.reduce((sum, { weight }) => sum + weight, 0),
      100,
      id,
    )
    for (const { name } of signals) assert.equal(releasedSignals[name]?.name, name, id)
  }
})

test('every version names rule sets that the code has', () => {
  for (const { id } of listPrompts()) {
    const version = loadPrompt(id)
    assert.ok(version)
    assert.doesNotThrow(() => findJudgeRules(version), id)
    const sets = { ...recordedRuleSets, creator: creatorRuleSets, risk: riskRuleSets }
    for (const [name, own] of Object.entries<Record<string, unknown>>(sets))
      assert.doesNotThrow(() => findRuleSet(own, getRuleId(version.rules, name)), `${name} of ${id}`)
  }
})

test('an unknown rule set throws', () => {
  const rules = { ...prompt.rules, scan: 'scan-rules@9.9.9', social: '__proto__' }
  assert.throws(() => findJudgeRules({ rules }), /Unknown rule set scan-rules@9\.9\.9/)
  assert.throws(() => findRuleSet(recordedRuleSets.social, getRuleId(rules, 'social')), /Unknown rule set __proto__/)
  assert.throws(() => getRuleId(rules, 'liquidity'), /no rule set for liquidity/)
})

test('a version has an id, a name and a major number', () => {
  const { id, name, major } = prompt
  assert.deepEqual({ id, name, major }, { id: newestPrompt().id, name: 'launch-score', major: 1 })
  assert.equal(loadPrompt(newestPrompt().id), prompt)
})

test('a version that is not listed is undefined, even if it spells a path', () => {
  const paths = ['launch-score', '@1.0.0', '../prompts/launch-score@1.0.0', 'launch-score@../launch-score/1.0.0']
  for (const version of [...paths, 'launch-score@1.0.0/', 'launch-score@1.0', 'launch-score/1.0.0', '__proto__', ''])
    assert.equal(loadPrompt(version), undefined, version)
  const known = new Set(listPrompts().map(({ id }) => id))
  const anything = fc.oneof(fc.string(), fc.stringMatching(/^[./@a-z0-9-]{1,30}$/))
  fc.assert(fc.property(anything, (version) => known.has(version) || loadPrompt(version) === undefined))
})

/** The table of the tool's properties, in the order in which a judge fills them in. */
const properties = {
  meme: [
    'observations',
    'instruction_attempt',
    'instruction_quote',
    'criteria',
    'copycat_of',
    'bot_bait',
    'score',
    'confidence',
    'reason',
  ],
  image: [
    'visible_text',
    'observations',
    'instruction_attempt',
    'instruction_quote',
    'criteria',
    'score',
    'confidence',
    'reason',
  ],
}
const verdicts = { meme: MemeVerdict, image: ImageVerdict }

for (const signal of ['meme', 'image'] as const) {
  const { tool, instructions, userText, criteria } = prompt[signal]
  const { schema } = tool

  test(`the ${signal} tool asks for the evidence first and for every property`, () => {
    assert.equal(tool.name, 'submit_score')
    assert.deepEqual(Object.keys(schema.properties), properties[signal])
    assert.deepEqual(schema.required, properties[signal])
    const harmlessFirst: unknown = schema.properties['instruction_attempt']
    assert.deepEqual((harmlessFirst as { enum: string[] }).enum, ['none', 'suspected', 'clear'])
    assert.doesNotMatch(JSON.stringify(schema), /"(?:minimum|maximum|maxLength|minItems)"/)
  })

  test(`the ${signal} criteria agree in tool, weights, order and rules`, () => {
    const [order = []] = criteria.orders
    const asked = schema.properties['criteria'] as { properties: object; required: string[] }
    assert.deepEqual(Object.keys(asked.properties), order)
    assert.deepEqual(asked.required, order)
    assert.deepEqual(Object.keys(criteria.weights), order)
    assert.equal(
      Object.values(criteria.weights).reduce((sum, weight) => sum + weight, 0),
      100,
    )
    const told = [...instructions.matchAll(/^### (\w+) \((\d+) %\)/gm)].map(([, name, weight]) => [
      name,
      Number(weight),
    ])
    assert.deepEqual(told, Object.entries(criteria.weights))
  })

  test(`a ${signal} verdict is checked against the schema of the tool`, () => {
    const arbitrary = toVerdict(signal)
    fc.assert(
      fc.property(arbitrary, (verdict) => {
        assert.ok(Check(schema, verdict))
        assert.ok(Check(verdicts[signal], verdict))
        for (const name of properties[signal]) {
          const { [name]: _, ...partial } = verdict as Record<string, unknown>
          assert.ok(!Check(schema, partial) && !Check(verdicts[signal], partial), name)
        }
        assert.ok(!Check(schema, { ...verdict, bonus: 1 }) && !Check(verdicts[signal], { ...verdict, bonus: 1 }))
      }),
      { numRuns: 50 },
    )
  })

  test(`the ${signal} instructions and the user text name the same markers`, () => {
    assert.ok(instructions.includes(prompt.marker))
    assert.match(userText, /BEGIN SUBMISSION \{\{boundary\}\}\n[^]*\{\{name\}\}[^]*\nEND SUBMISSION \{\{boundary\}\}/)
    assert.ok(userText.indexOf('submit_score') > userText.lastIndexOf('END SUBMISSION'))
    assert.ok(!/\{\{/.test(instructions))
  })
}

test('the rubric anchors are those of the specification', () => {
  assert.match(prompt.meme.instructions, /\*\*90: a genuinely fresh meme/)
  assert.match(prompt.meme.instructions, /\*\*50: a copycat/)
  assert.match(prompt.meme.instructions, /\*\*Below 30: pure bot-bait/)
  for (const anchor of ['**20: unreadable', '**40: ', '**60: ', '**75: ', '**90 and above: exceptional'])
    assert.ok(prompt.image.instructions.includes(anchor), anchor)
})

function toVerdict(signal: 'meme' | 'image') {
  const level = fc.integer({ min: 0, max: 5 })
  const criteria = fc.record(Object.fromEntries((prompt[signal].criteria.orders[0] ?? []).map((name) => [name, level])))
  const common = {
    observations: fc.array(fc.string(), { maxLength: 6 }),
    instruction_attempt: fc.constantFrom('none', 'suspected', 'clear'),
    instruction_quote: fc.string(),
    criteria,
    score: fc.double({ min: 0, max: 100, noNaN: true }),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    reason: fc.string(),
  }
  return signal === 'meme'
    ? fc.record({ ...common, copycat_of: fc.string(), bot_bait: fc.boolean() })
    : fc.record({ ...common, visible_text: fc.string() })
}
