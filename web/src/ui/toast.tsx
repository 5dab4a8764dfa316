import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.ts'

/** Where a page says in passing that something is done, such as “Copied”; `showToast` of browser/toast.ts fills it. */
export function Toast() {
  const { copied, notCopied } = useWords(frameWords)
  return <div class="toast" role="status" data-copied={copied} data-not-copied={notCopied} />
}
