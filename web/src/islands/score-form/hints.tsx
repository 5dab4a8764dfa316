import { scoreName, scoreSocial } from '../../rules.ts'
import { Reason } from '../../ui/reason.tsx'
import { ScoreBar } from '../../ui/score-bar.tsx'

/** What the name signal will be, as one types. */
export function NameHint({ name }: { name: string }) {
  if (name.trim() === '') return null
  return <Hint title="Name signal" {...scoreName(name.trim().normalize('NFC'))} />
}

/** What the social signal will be at least: whom other creators name is known only to the service. */
export function SocialHint({ xHandle, name, symbol }: { xHandle: string; name: string; symbol: string }) {
  if (xHandle.trim() === '') return null
  const facts = { handle: xHandle.trim(), name, symbol: symbol.replace(/^\$/, ''), mentions: 0, claimedEarlier: false }
  return <Hint title="Social signal, before mentions" {...scoreSocial(facts)} />
}

const Hint = ({ title, score, reason }: { title: string; score: number; reason: string }) => (
  <div class="hint">
    <p class="hint-head">
      <span>{title}</span>
      <output>{score}</output>
    </p>
    <ScoreBar score={score} />
    <Reason reason={reason} />
  </div>
)
