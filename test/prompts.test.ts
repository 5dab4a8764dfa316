import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readReleasedFiles } from '../src/judge/prompt-files.ts'
import { ACTIVE, activePrompt } from '../src/judge/prompts.ts'
import { findSignalRules } from '../src/signals/rule-sets.ts'
import { scoreName, scoreSocial } from '../web/src/rules.ts'

/**
 * sha-256 of every file of every frozen version, and of the source of its rules. A frozen version never changes: a change
 * is a new version, and a changed rule a new module beside the old one (D18, D74).
 */
const frozen: Record<string, Record<string, string>> = {
  'launch-score@1.0.0': {
    'gates.json': 'bf9cd4f3f90b471052ecaf6912f70fb27216202d503737baee27ebdb93b5f0a7',
    'image-user.md': '812324aa079887a0869f2ea41e60ffaec5bc9eddc7bc6e4fecb688b66f1edbaf',
    'image.md': 'ed48bf1ec07ed33b8a1b82fad09bdb3362b047680faccdb5966a5d6b9cbf8bf3',
    'judge.json': '2970d79b4a0bbdc0ba51565b3ec3ebb61cfe105a3ddccd6ec02c49cc8261ce91',
    'meme-user.md': '3c3cce3078e5de378f4c016152952bbc24a1caacc54a5ad06a7f597e32c33c4d',
    'meme.md': 'ced2e2a0c96368e125afdb8a68df4313e6f6ef26186995fb499ebff3b95e26da',
    'reminder.md': '738d7fab224c9363459555f8cb90a9f5e9e1c56ed8f68074113fff6a0342d8bb',
    'rules.json': 'db3f7f93e70bec9f2fbd071df3356e8901ba679eec413d705f867d97442c080e',
    'tool.json': 'c17f39d8ee696c8ee954dbca3819a802c92dd7115978e97f18a95d070a257caf',
    'weights.json': '1161ea05e3383beb426b3c0e25bd23b9a09dfdb532e41ab94620c66e4acbe241',
    'src/judge/rules/clean-1.0.0.ts': '89e058b41fa8a089fa898d4ebb2641218e5b1578b2fd69c956b6345b73a07064',
    'src/judge/rules/combine-1.0.0.ts': '0aa95b90ca750cdb2b92fb5c8674584a8dc996a6c2d9cc0f36487957a3bc9ad1',
    'src/judge/rules/content-1.0.0.ts': 'aa20f0cf9bb5f6c787e399438ee09901cba814cfd5702a2486810a30fe13c211',
    'src/judge/rules/gates-1.0.0.ts': '3b54869011431645312a24f254bdaeb6d5e25fd8b3931fa84f26a60ce824a5ff',
    'src/judge/rules/reason-1.0.0.ts': '1aa1d0a5830a0871cb2819e91b72443c594b092b5903848be3909e37fac9d89e',
    'src/judge/rules/scan-1.0.0.ts': 'bc84437240167c0a7ca62cd0a140744a59ffcb1e583fe6bebc3a7d339983c58f',
    'src/judge/rules/scan-languages-1.0.0.ts': '312af94de60d187922eec2991310000aa3f011508df617722bf90732867d1c5b',
    'src/judge/rules/scan-rules-1.0.0.ts': 'ab364d6a773925130bce52c82e27e17d326c4f4828adb43c7d413b616b5629f5',
    'src/judge/rules/scan-views-1.0.0.ts': '226f7060ba170b79ab33def9b10117dc8f291489a31064918dd78a8fd7dcfdc1',
    'src/judge/rules/spotlight-1.0.0.ts': '155f8a6c443ae8b48858335caecf2dac2304a736c10701b6ce59e5239b51ce43',
    'src/signals/rules/amount-1.0.0.ts': '7cfcd25e2d33a3e809b16ae553fd4c0dc98cc3cd1ceb8e782b0c4991a3e3f500',
    'src/signals/rules/creator-1.0.0.ts': '37ee75894c4acbffe8574373f3cb69d2ce2038132e8d75cf4f304fdf166733e8',
    'src/signals/rules/creator-parts-1.0.0.ts': 'cea5e4ade678cbcd5bba3922c23682d814d8e63cb0561794ef1ce2c6e066d99a',
    'src/signals/rules/deployer-caps-1.0.0.ts': '9317d8e92eeaeae6db1c7d820d235c3a06a816542609f05f5f8af61cf53b2bec',
    'src/signals/rules/handle-match-1.0.0.ts': '120daaad5bd390d4e860a71f9db5ae8009748cb71c9c68ad90f75d46eacb3ac5',
    'src/signals/rules/name-1.0.0.ts': 'd667df568be1cc3f9b26b0465b0f0ca9aba677df00b675ff43b0517fe0159ac9',
    'src/signals/rules/name-capitals-1.0.0.ts': '3208ca6efa96e9ecefb2f210f645faac8e286ad4088182574ccf24b9eb67a75c',
    'src/signals/rules/name-clusters-1.0.0.ts': '57b306bcad6bc272a835d852903c2329c9ef7d24c0dd13e5ad7ec84a5386ad8f',
    'src/signals/rules/record-words-1.0.0.ts': '3cfc89ff6eb01a847133d829c33af3dd7181416a44518c648c7ecaa07826c6b7',
    'src/signals/rules/risk-1.0.0.ts': 'ee6aa355b78dc7578e7be4b828ae88aa30f2cc0c4413d0ce53400709764ad3e0',
    'src/signals/rules/rule-score-1.0.0.ts': '79db6c32e1774f589342b68ce08fe49f49f03a0a4ab51a5f01e84aa022b10c40',
    'src/signals/rules/social-1.0.0.ts': '23fc700c1df1c4adcfba15f09efb88c78aa51867c7f2ba1e932655fb84a19669',
    'src/signals/rules/stub-signal-1.0.0.ts': '52fafd5f7a064b48e32fd26205542d0421ec36b62284d14548750d7ea4137cf5',
    'src/signals/rules/token-caps-1.0.0.ts': 'e3265683652a6f4de766757a7b20d595e5cd3b39a7a40b760cb019910881ab02',
    'src/signals/rules/token-rights-1.0.0.ts': 'cbc57fb7d32d8ca9515cb02a87d00c3e6f06a1716fd8acf289748a15ed6657d4',
    'src/signals/rules/token-rules-1.0.0.ts': '99e6ce85ffdf841f2ffeef940aceffd821feae8a70883c5a2d93dc098a583d81',
  },
}

/** Versions that still gather changes. One that is taken out of here is frozen: its hashes are added above. */
const gathering = ['launch-score@1.1.0']

const released = readReleasedFiles()
const listHashes = (files: { name: string; sha256: string }[]) =>
  Object.fromEntries(files.map(({ name, sha256 }) => [name, sha256]))

test('frozen prompt versions and their rules are unchanged, and all are listed', () => {
  const found = released.filter(({ id }) => !gathering.includes(id))
  assert.deepEqual(
    Object.fromEntries(found.map(({ id, files, modules }) => [id, listHashes([...files, ...modules])])),
    frozen,
  )
  assert.deepEqual(released.map(({ id }) => id).sort(), [...Object.keys(frozen), ...gathering].sort())
})

test('the hash of a version changes with each of its files and modules', () => {
  const hashes = released.map(({ sha256 }) => sha256)
  assert.equal(new Set(hashes).size, released.length)
  for (const { modules } of released) {
    const outside = modules.filter(
      ({ name }) => !/^src\/(?:judge|signals)\/rules\/[a-z-]+-\d+\.\d+\.\d+\.ts$/.test(name),
    )
    assert.deepEqual(outside, [], 'a rule rests on what is frozen with it')
    assert.ok(modules.some(({ name }) => name.includes('/rule-score-')))
  }
})

test('the active version is released, and browsers use its rules', () => {
  assert.ok(released.some(({ id }) => id === ACTIVE))
  const rules = findSignalRules(activePrompt().rules)
  assert.equal(rules.scoreName, scoreName)
  assert.equal(rules.scoreSocial, scoreSocial)
})
