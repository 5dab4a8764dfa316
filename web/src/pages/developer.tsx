import { Developer } from '../islands/developer.tsx'
import type { Page } from '../page.ts'
import { developerWords as t } from '../words/developer.ts'
import { ConsoleFrame } from './console-frame.tsx'

/** The developers' page: a frame that holds nothing until a key is pasted. */
export const developerPage: Page<object> = {
  isEnglishOnly: true,
  head: () => ({ title: t.title, description: t.description }),
  Body: () => (
    <ConsoleFrame island="developer" words={t}>
      <Developer />
    </ConsoleFrame>
  ),
}
