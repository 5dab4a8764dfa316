import type { AttesterFacts } from '../../pages.ts'
import { chainName, explorerLink } from '../../ui/chains.ts'
import { Section } from '../../ui/layout.tsx'
import { OutsideLink } from '../../ui/outside-link.tsx'

/** Whose signature stands under attestations. */
export const AttesterSection = ({ attester, former }: { attester: AttesterFacts | null; former: string[] }) => (
  <Section id="attester" title="Attester" note="An attestation by anybody else is not by this service.">
    {attester ? <Facts {...attester} /> : <p>This deployment attests nothing: no attester is configured.</p>}
    {former.length > 0 && (
      <dl class="facts">
        {former.map((address) => (
          <Line key={address} title="Former attester" text={address} />
        ))}
      </dl>
    )}
  </Section>
)

const Facts = ({ address, contract, chainId, schemaId, schema }: AttesterFacts) => (
  <dl class="facts">
    <div>
      <dt>Chain</dt>
      <dd>
        {chainName(chainId)} ({chainId})
      </dd>
    </div>
    <Line title="Attester" text={address} href={explorerLink(chainId, `address/${address}`)} />
    <Line title="Contract" text={contract} href={explorerLink(chainId, `address/${contract}`)} />
    <Line title="Schema id" text={schemaId} />
    <Line title="Schema" text={schema} />
  </dl>
)

const Line = ({ title, text, href }: { title: string; text: string; href?: string | undefined }) => (
  <div>
    <dt>{title}</dt>
    <dd class="long">
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
