import { allowed, isAllowed, unused } from './allowed.ts'
import { type Pattern, constructedPatterns, literalPatterns } from './collect.ts'

// Part of `npm run check`: proves that each pattern of src/ and contract/ takes time linear in the length of what it reads.
// The checker in JavaScript is the same on every machine; the native one is an optional package.
process.env['RECHECK_BACKEND'] = 'pure'
const { checkSync } = await import('recheck')

const patterns = [...literalPatterns(), ...(await constructedPatterns())]
const doubtful = new Map(
  patterns.filter((pattern) => !isAllowed(pattern)).map((pattern) => [`/${pattern.source}/${pattern.flags}`, pattern]),
)
const faults = [...doubtful].flatMap(([text, pattern]) => {
  const fault = findFault(pattern)
  return fault === undefined ? [] : [`${pattern.file}: ${text} ${fault}`]
})
for (const { file, start } of unused(patterns))
  faults.push(`${file}: ${start}… is allowed, but no such pattern exists: remove it`)
for (const fault of faults) console.error(fault)
console.log(`${doubtful.size} patterns are checked, ${allowed.length} allowed as they are, ${faults.length} at fault`)
process.exitCode = faults.length > 0 ? 1 : 0

function findFault({ source, flags }: Pattern): string | undefined {
  const result = checkSync(source, flags, { checker: 'automaton', timeout: 300_000 })
  if (result.status === 'safe') return undefined
  return result.status === 'vulnerable'
    ? `is not linear: ${result.complexity.summary}`
    : 'can’t be checked: simplify it'
}
