import { Developer } from '../islands/developer.tsx'
import type { Page } from '../page.ts'
import { Alert } from '../ui/console.tsx'
import { Island } from '../ui/island.tsx'
import { developerWords as t } from '../words/developer.ts'

/** The developers' page: a frame that holds nothing until a key is pasted. */
export const developerPage: Page<object> = {
  isEnglishOnly: true,
  head: () => ({ title: t.title, description: t.description }),
  Body: () => (
    <>
      <noscript>
        <div class="console">
          <Alert title={t.noScript}>{t.noScriptBody}</Alert>
        </div>
      </noscript>
      <Island name="developer" class="console">
        <Developer />
      </Island>
    </>
  ),
}
