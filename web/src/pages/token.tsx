import type { ComponentChildren } from 'preact'
import type { TokenProps } from '../../../contract/props/lists.ts'
import { isSignedStanding } from '../../../contract/standing.ts'
import type { Page } from '../page.ts'
import { Address } from '../ui/address.tsx'
import { EmptyCard } from '../ui/cards.tsx'
import { findChainName } from '../../../contract/chains.ts'
import { listChains } from '../ui/chains.ts'
import { Chip } from '../ui/chips.tsx'
import { Icon } from '../ui/icon.tsx'
import { Island } from '../ui/island.tsx'
import { withQuery } from '../ui/links.tsx'
import { ScoreTable } from '../ui/score-table.tsx'
import { shortenHex } from '../words/formats.ts'
import { pickWords, useWords } from '../words/language.ts'
import { ledIn } from '../words/lead.ts'
import { tokenWords } from '../words/token.ts'
import { OwnWords } from './bound-token.tsx'

/** A token's contract: the score that speaks for it, and who else named it. */
export const tokenPage: Page<TokenProps> = {
  head: ({ contractAddress, speaking }, { language }) => {
    const t = pickWords(tokenWords, language)
    const short = shortenHex(contractAddress)
    if (!speaking) return { title: `${t.title} ${short}`, description: t.unscoredDescription, isUnlisted: true }
    const title = t.titleFor(speaking.name, speaking.symbol)
    return { title: ledIn(language, speaking, title), description: t.description(short) }
  },
  Body: function Token(props) {
    const t = useWords(tokenWords)
    const { contractAddress, speaking, chainId } = props
    return (
      <div class="token-page">
        <div class="head">
          <h1>{speaking ? <TokenName {...speaking} /> : t.title}</h1>
          <p class="tags">
            <Chip>{findChainName(chainId)}</Chip>
            <Address address={contractAddress} kind="none" chainId={chainId} isWhole />
          </p>
        </div>
        {speaking ? <Scored {...props} /> : <Unscored {...props} />}
      </div>
    )
  },
}

const TokenName = ({ name, symbol }: { name: string; symbol: string }) => (
  <>
    <bdi>{name}</bdi>{' '}
    <span class="faint">
      <bdi>${symbol}</bdi>
    </span>
  </>
)

function Scored({ speaking, standing, bound, history, others, now }: TokenProps) {
  const t = useWords(tokenWords)
  const isSigned = isSignedStanding(standing)
  return (
    <>
      <Part title={t.current}>
        <p class={isSigned ? 'standing proven' : 'standing'}>
          <Icon name={isSigned ? 'check' : 'exclamation'} />
          {t.speaks[standing]}
        </p>
        {standing === 'bound' && bound && <OwnWords {...bound} />}
        {speaking && <ScoreTable tickets={[speaking]} now={now} label={t.current} />}
      </Part>
      {history.length > 0 && (
        <Part title={t.history} note={t.historyNote}>
          <ScoreTable tickets={history} now={now} label={t.history} />
        </Part>
      )}
      {others.length > 0 && (
        <Part title={t.others} note={t.othersNote}>
          <ScoreTable tickets={others} now={now} label={t.others} />
        </Part>
      )}
    </>
  )
}

const Part = ({ title, note, children }: { title: string; note?: string; children: ComponentChildren }) => (
  <section class="part">
    <h2>{title}</h2>
    {note && <p class="muted">{note}</p>}
    {children}
  </section>
)

function Unscored({ contractAddress, chainId }: Pick<TokenProps, 'contractAddress' | 'chainId'>) {
  const t = useWords(tokenWords)
  const actions = (
    <>
      <button class="btn pri needs-script" type="button" data-waiting>
        {t.score}
      </button>
      <a
        class="btn"
        href={withQuery('/', {
          contract: contractAddress,
          chainId: chainId === listChains()[0] || listChains().length === 0 ? null : chainId,
        })}
      >
        {t.fillIn}
      </a>
      <a class="btn" href={`/creator/${contractAddress}`}>
        {t.creatorInstead}
      </a>
    </>
  )
  return (
    <Island name="score-contract" props={{ contractAddress, chainId, scoring: t.scoring }}>
      <EmptyCard title={t.unscored} hint={t.unscoredHint} actions={actions} />
      <p class="said" role="status" />
    </Island>
  )
}
