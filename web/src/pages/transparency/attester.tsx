import type { AttesterFacts } from '../../../../contract/props/transparency.ts'
import { chainName, explorerLink } from '../../ui/chains.ts'
import { OutsideLink } from '../../ui/outside-link.tsx'
import { useWords } from '../../words/language.ts'
import { transparencyWords } from '../../words/transparency.ts'
import { Section } from './section.tsx'

/** Whose signature stands under attestations. */
export const AttesterSection = ({ attester, former }: { attester: AttesterFacts | null; former: string[] }) => {
  const { places, attester: t } = useWords(transparencyWords)
  return (
    <Section id="attester" title={places.attester} note={t.note}>
      {!attester && <p>{t.off}</p>}
      <dl class="facts">
        {attester && <Facts {...attester} />}
        {former.map((address) => (
          <Line key={address} title={t.former} text={address} />
        ))}
      </dl>
    </Section>
  )
}

const Facts = ({ address, contract, chainId, schemaId, schema }: AttesterFacts) => {
  const { attester: t } = useWords(transparencyWords)
  return (
    <>
      <div>
        <dt>{t.chain}</dt>
        <dd>
          {chainName(chainId)} ({chainId})
        </dd>
      </div>
      <Line title={t.attester} text={address} href={explorerLink(chainId, `address/${address}`)} />
      <Line title={t.contract} text={contract} href={explorerLink(chainId, `address/${contract}`)} />
      <Line title={t.schemaId} text={schemaId} />
      <Line title={t.schema} text={schema} />
    </>
  )
}

const Line = ({ title, text, href }: { title: string; text: string; href?: string | undefined }) => (
  <div>
    <dt>{title}</dt>
    <dd>
      {href ? (
        <OutsideLink href={href}>
          <code>{text}</code>
        </OutsideLink>
      ) : (
        <code>{text}</code>
      )}
    </dd>
  </div>
)
