import { Admin } from '../islands/admin.tsx'
import type { Page } from '../page.ts'
import { operatorWords as t } from '../words/operator.ts'
import { ConsoleFrame } from './console-frame.tsx'

/** The operators' page: a frame that holds nothing until the token is typed in. */
export const adminPage: Page<object> = {
  isEnglishOnly: true,
  head: () => ({ title: t.title, description: t.description, isUnlisted: true }),
  Body: () => (
    <ConsoleFrame island="admin" words={t}>
      <Admin />
    </ConsoleFrame>
  ),
}
