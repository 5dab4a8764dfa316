import { frameWords } from '../words/frame.ts'
import { useWords } from '../words/language.ts'

interface CopyButtonProps {
  /** Without it, that of the element before the button: a long text isn't sent twice. */
  text?: string
  label: string
  /** For screen readers: what is copied. */
  what: string
  class?: string
}

/** Invisible until the browser can copy; where scripts run, room is kept for it, so that nothing moves when it appears. */
export const CopyButton = ({ text = '', label, what, class: name = 'btn sm' }: CopyButtonProps) => (
  <button class={`${name} needs-script`} type="button" data-waiting data-copy={text}>
    {label}
    <span class="unseen"> {what}</span>
  </button>
)

/** A command or code to copy. */
export const Command = ({ text, what }: { text: string; what: string }) => (
  <div class="command">
    <pre tabIndex={0} aria-label={what}>
      <code>{text}</code>
    </pre>
    <CopyButton label={useWords(frameWords).copy} what={what} />
  </div>
)
