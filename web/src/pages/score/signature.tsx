import type { ScoreProps, Standing } from '../../pages.ts'

const words: Record<Standing, string> = {
  unsigned: 'Nobody has signed this score. Anyone can submit a launch and name any wallet or contract.',
  signed: 'Signed by the creator.',
  deployer: 'Signed by the creator, whose wallet deployed or owns the token’s contract.',
  bound: 'Signed by the creator, who proved that the token’s contract is theirs.',
}

/** Who speaks in this score, in words. */
export const Signature = ({ score, standing }: Pick<ScoreProps, 'score' | 'standing'>) => (
  <p class="note signature">
    {words[standing]}
    {standing === 'signed' && score.submission.contractAddress !== null && (
      <> The data providers don’t report this wallet as the contract’s deployer or owner.</>
    )}
  </p>
)
