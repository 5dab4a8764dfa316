import type { Page } from '../page.ts'
import { Island } from '../ui/island.tsx'
import { pickWords, useWords } from '../words/language.ts'
import { myLaunchesWords } from '../words/my-launches.ts'
import { MyLaunches } from '../islands/my-launches/index.tsx'

/** A creator's own launches, by the address of the connected wallet. */
export const myLaunchesPage: Page<object> = {
  head: (_props, { language }) => {
    const { title, description } = pickWords(myLaunchesWords, language)
    return { title, description, isUnlisted: true }
  },
  Body: () => {
    const t = useWords(myLaunchesWords)
    return (
      <div class="my-launches">
        <div class="head">
          <h1>{t.title}</h1>
          <p class="muted">{t.lede}</p>
        </div>
        <Island name="my-launches" class="needs-script">
          <MyLaunches />
        </Island>
        <noscript>
          <form class="by-address" action="/creator" role="search" aria-label={t.byAddress}>
            <label>
              {t.byAddress}
              <input name="address" class="mono" required placeholder="0x…" autocomplete="off" spellcheck={false} />
            </label>
            <button class="btn">{t.look}</button>
          </form>
        </noscript>
      </div>
    )
  },
}
