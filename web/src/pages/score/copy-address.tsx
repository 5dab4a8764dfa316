import { Icon } from '../../ui/icon.tsx'
import { useWords } from '../../words/language.ts'
import { shareWords } from '../../words/share.ts'

/** The button that copies an address of the score. */
export function CopyAddress({ address }: { address: string }) {
  const { copy } = useWords(shareWords)
  return (
    <button
      class="icon-button needs-script"
      type="button"
      data-waiting
      data-copy={address}
      aria-label={`${copy} ${address}`}
    >
      <Icon name="copy" size={14} />
    </button>
  )
}
