import { Admin } from '../islands/admin.tsx'
import type { Page } from '../page.ts'
import { Alert } from '../ui/console.tsx'
import { Island } from '../ui/island.tsx'
import { operatorWords as t } from '../words/operator.ts'

/** The operators' page: a frame that holds nothing until the token is typed in. */
export const adminPage: Page<object> = {
  isEnglishOnly: true,
  head: () => ({ title: t.title, description: t.description, isUnlisted: true }),
  Body: () => (
    <>
      <noscript>
        <div class="console">
          <Alert title={t.noScript}>{t.noScriptBody}</Alert>
        </div>
      </noscript>
      <Island name="admin" class="console">
        <Admin />
      </Island>
    </>
  ),
}
