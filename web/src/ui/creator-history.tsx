import { findChainName } from '../../../contract/chains.ts'
import type { CreatorHistory as History } from '../../../contract/schemas/ranking.ts'
import { formatList, formatNumber, plural } from '../words/formats.ts'
import { historyWords } from '../words/history.ts'
import { useLanguage, useWords } from '../words/language.ts'
import { useCoverage } from './creator-launches.tsx'
import { DataTable } from './data-table.tsx'

/** What a wallet launched on the chains, and what became of it. */
export const CreatorHistory = ({ history }: { history: History }) => {
  const t = useWords(historyWords)
  const language = useLanguage()
  const count = (n: number) => formatNumber(n, language)
  const { launched, known, alive, launchpads, isRelayer } = history
  const through = launchpads.map(({ name, launched: n }) => `${name ?? t.self} ${count(n)}`)
  return (
    <section class="history card" id="history" aria-labelledby="history-title">
      <h2 id="history-title">{t.title}</h2>
      {launched.all === 0 && <p>{t.none}</p>}
      {isRelayer && <p>{t.relayer(count(launched.all))}</p>}
      {launched.all > 0 && !isRelayer && (
        <>
          <p>
            {t.sentence(
              plural(language, launched.all, t.launches),
              formatList(through, language),
              count(launched.last30Days),
            )}{' '}
            {known > 0 ? t.fates(count(alive), count(known)) : t.unknown}
          </p>
          <Launchpads launchpads={launchpads} />
        </>
      )}
      <p class="muted">{useCoverage(history)}</p>
      <p class="muted">
        {t.note} <a href="/track-record#creators">{t.rates}</a>
      </p>
    </section>
  )
}

const Launchpads = ({ launchpads }: Pick<History, 'launchpads'>) => {
  const t = useWords(historyWords)
  const language = useLanguage()
  const rows = launchpads.map(({ chainId, name, launched, known, alive }) => ({
    key: `${chainId} ${name ?? ''}`,
    cells: [
      name ?? t.self,
      findChainName(chainId),
      formatNumber(launched, language),
      formatNumber(known, language),
      formatNumber(alive, language),
    ],
  }))
  return <DataTable label={t.title} columns={Object.values(t.columns)} rows={rows} />
}
