import { toWords } from './words.ts'

/** Why a signal has its number: what rules found as a list with the points of each, all else as it is written. */
export function Reason({ reason }: { reason: string }) {
  const { words } = toWords(reason)
  const findings = words.split('; ').map(readFinding)
  if (!findings.every((finding) => finding !== null)) return <p class="reason">{words}</p>
  return (
    <ul class="reason">
      {findings.map(({ text, points }) => (
        <li key={text}>
          <span>{text}</span>
          <span>{points}</span>
        </li>
      ))}
    </ul>
  )
}

/** `caps: all capitals (−5)`; the rule's id is in the raw answer. */
function readFinding(part: string): { text: string; points: string } | null {
  const [, text, points] = /^[a-z]+: (.+) \(([−+]\d+)\)$/.exec(part) ?? []
  return text && points ? { text: text.charAt(0).toUpperCase() + text.slice(1), points } : null
}
