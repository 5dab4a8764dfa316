import type { ComponentChildren } from 'preact'
import { Alert } from '../ui/console.tsx'
import { Island } from '../ui/island.tsx'
import { Admin } from '../islands/admin/index.tsx'
import type { Page } from '../page.ts'
import { operatorWords } from '../words/operator.ts'
import { Developer } from '../islands/developer/index.tsx'
import { developerWords } from '../words/developer.ts'

interface ConsoleFrameProps {
  /** The name of the island that is the whole page. */
  island: string
  words: Record<'noScript' | 'noScriptBody', string>
  children: ComponentChildren
}

/** The operators' and the developers' page, which need their script. */
const ConsoleFrame = ({ island, words, children }: ConsoleFrameProps) => (
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

/** The operators' page, which shows nothing before the token is entered. */
export const adminPage: Page<object> = {
  isEnglishOnly: true,
  head: () => ({ title: operatorWords.title, description: operatorWords.description, isUnlisted: true }),
  Body: () => (
    <ConsoleFrame island="admin" words={operatorWords}>
      <Admin />
    </ConsoleFrame>
  ),
}

/** The developers' page, which shows nothing before a key is entered. */
export const developerPage: Page<object> = {
  isEnglishOnly: true,
  head: () => ({ title: developerWords.title, description: developerWords.description }),
  Body: () => (
    <ConsoleFrame island="developer" words={developerWords}>
      <Developer />
    </ConsoleFrame>
  ),
}
