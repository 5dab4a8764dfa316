import type { ComponentChildren } from 'preact'
import { Alert } from '../ui/console.tsx'
import { Island } from '../ui/island.tsx'

interface ConsoleFrameProps {
  /** The name of the island that is the whole page. */
  island: string
  words: Record<'noScript' | 'noScriptBody', string>
  children: ComponentChildren
}

/** The operators' and the developers' page, which are nothing without their script. */
export const ConsoleFrame = ({ island, words, children }: ConsoleFrameProps) => (
  <>
    <noscript>
      <div class="console">
        <Alert title={words.noScript}>{words.noScriptBody}</Alert>
      </div>
    </noscript>
    <Island name={island} class="console">
      {children}
    </Island>
  </>
)
