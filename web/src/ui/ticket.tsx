import type { ComponentChildren } from 'preact'
import { Picture } from './picture.tsx'

interface TicketProps {
  name: string
  symbol: string
  /** Of the picture; null: there is none. */
  scoreId: string | null
  /** In place of the stored picture. */
  picture?: ComponentChildren
  /** It lost its holders' money or has a critical warning, or it graduated. */
  tone?: 'bad' | 'graduated' | undefined
  /** A page's own title, or a line of a page that has another. */
  heading?: 'h1' | 'h2' | 'p'
  /** Small facts below the name: chain, contract, creator, age. */
  tags?: ComponentChildren
  /** What the score or the outcome says, in one sentence. */
  sentence?: ComponentChildren
  /** Right of the perforation, on phones below it: number and verdict. */
  stub: ComponentChildren
  /** Below the sentence. */
  children?: ComponentChildren
}

/** A launch at a glance, drawn the same wherever one is shown: what it is on the left, its verdict on the stub. */
export const Ticket = (props: TicketProps) => {
  const { name, symbol, scoreId, picture, tone, heading: Heading = 'h1', tags, sentence, stub, children } = props
  return (
    <section class={`ticket card ${tone ?? ''}`}>
      <div class="subject">
        <div class="who">
          {picture ?? (scoreId !== null && <Picture scoreId={scoreId} side={96} alt="" />)}
          <div>
            <Heading class={name.length > 24 ? 'name is-long' : 'name'}>
              <bdi>{name}</bdi>{' '}
              <span class="ticker">
                <bdi>${symbol}</bdi>
              </span>
            </Heading>
            {tags && <div class="tags">{tags}</div>}
          </div>
        </div>
        {sentence && <p class="say">{sentence}</p>}
        {children}
      </div>
      <div class="stub">{stub}</div>
    </section>
  )
}
