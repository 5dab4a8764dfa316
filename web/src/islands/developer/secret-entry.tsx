import { Entry } from '../../ui/console.tsx'
import { developerWords as t } from '../../words/developer.ts'
import { createSecret } from './new-secret.ts'

interface SecretEntryProps {
  label: string
  value: string
  onValue: (value: string) => void
}

/** A secret that the holder types in, or has made here. It is never shown again. */
export const SecretEntry = ({ label, value, onValue }: SecretEntryProps) => (
  <div class="filter-line">
    <div class="entry grows">
      <Entry label={label} note={t.secretNote} value={value} onValue={onValue} maxLength={512} isRequired />
    </div>
    <button class="btn beside-entry" type="button" onClick={() => onValue(createSecret())}>
      {t.generate}
    </button>
  </div>
)
