import { dropDollarSigns } from '../../../../contract/drop-dollar-signs.ts'
import { scoreName } from '../../../../contract/signals/rules/name-1.2.0.ts'
import { scoreSocial } from '../../../../contract/signals/rules/social-1.2.0.ts'
import { Reason } from '../../ui/reason.tsx'
import { findingWords } from '../../words/findings.ts'
import { formWords } from '../../words/form.ts'
import { useWords } from '../../words/language.ts'
import { toHandle } from './submission.ts'

interface Named {
  name: string
  symbol: string
  xHandle: string
}

/** The expected name signal; undefined: there is no name yet. */
export const previewName = ({ name }: Pick<Named, 'name'>) =>
  name.trim() === '' ? undefined : scoreName(name.trim().normalize('NFC'))

/** The lowest expected social signal: only the service knows whom other creators name. */
export const previewSocial = ({ xHandle, name, symbol }: Named) =>
  xHandle.trim() === ''
    ? undefined
    : scoreSocial({
        handle: toHandle(xHandle.trim()),
        name,
        symbol: dropDollarSigns(symbol),
        mentions: 0,
        claimedEarlier: false,
      })

export function NameHint({ name }: { name: string }) {
  const t = useWords(formWords)
  return <Hint title={t.nameSignal} preview={previewName({ name })} />
}

export function SocialHint(named: Named) {
  const t = useWords(formWords)
  return <Hint title={t.socialSignal} preview={previewSocial(named)} />
}

function Hint({ title, preview }: { title: string; preview: ReturnType<typeof previewName> }) {
  const words = useWords(findingWords)
  if (!preview) return null
  return (
    <div class="hint">
      <p class="hint-head">
        <span>{title}</span>
        <output>{preview.score}</output>
      </p>
      <Reason facts={preview.facts} words={words} />
    </div>
  )
}
