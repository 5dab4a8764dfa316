import type { Language, ScoreResult } from '../pages.ts'
import { recordWarning, warned } from '../rules.ts'
import { formatDateTime, formatPercent, formatScore } from './formats.ts'
import type { Words } from './language.ts'
import { scoreTerms } from './scores.ts'

type Shared = Pick<ScoreResult, 'submission' | 'aggregate' | 'band' | 'warnings' | 'hasStubs' | 'explanation'>

interface ShareOptions {
  language: Language
  serviceName: string
  /** When the launch is to be; null: no time ahead. */
  launchesAt?: string | null
}

/** The text of a post about a score or a launch. A critical warning takes the place of the number, and a preliminary score has no band. */
export function formatShareText(score: Shared, { language, serviceName, launchesAt = null }: ShareOptions): string {
  const t = shareTexts[language]
  const { name, symbol } = score.submission
  const subject = `${name} ($${symbol})`
  const when = launchesAt === null ? '' : t.when(formatDateTime(launchesAt, language))
  const warning = recordWarning(score)
  if (warning !== undefined) return warned(warning, t.plain(subject, when, serviceName))
  const points = formatScore(score.aggregate)
  const standing = score.hasStubs
    ? t.preliminary(points, formatPercent(getMeasuredWeight(score), language))
    : t.final(points, scoreTerms[language].bands[score.band].toLowerCase())
  return t.scored(subject, when, { standing, serviceName })
}

/** The part of the weight whose signals were measured, as a fraction. */
export const getMeasuredWeight = ({ explanation }: Pick<ScoreResult, 'explanation'>): number =>
  explanation.contributions
    .filter(({ effectiveWeight }) => effectiveWeight > 0)
    .reduce((sum, { weight }) => sum + weight, 0)

interface ShareTexts {
  when: (when: string) => string
  final: (points: string, band: string) => string
  preliminary: (points: string, share: string) => string
  scored: (subject: string, when: string, score: { standing: string; serviceName: string }) => string
  plain: (subject: string, when: string, serviceName: string) => string
}

const shareTexts: Words<ShareTexts> = {
  en: {
    when: (when) => ` launches ${when}`,
    final: (points, band) => `${points} out of 100, ${band}`,
    preliminary: (points, share) => `${points} from ${share} of the weight, preliminary`,
    scored: (subject, when, { standing, serviceName }) =>
      `${subject}${when}: ${standing}, on ${serviceName}. Higher is better.`,
    plain: (subject, when, serviceName) => `${subject}${when}, on ${serviceName}.`,
  },
  es: {
    when: (when) => ` se lanza el ${when}`,
    final: (points, band) => `${points} de 100, ${band}`,
    preliminary: (points, share) => `${points} con el ${share} del peso, nota preliminar`,
    scored: (subject, when, { standing, serviceName }) =>
      `${subject}${when}: ${standing}, en ${serviceName}. Cuanto más alta, mejor.`,
    plain: (subject, when, serviceName) => `${subject}${when}, en ${serviceName}.`,
  },
  zh: {
    when: (when) => `将于 ${when} 发行`,
    final: (points, band) => `${points} 分（满分 100），${band}`,
    preliminary: (points, share) => `${points} 分，仅测得 ${share} 的权重，为初步评分`,
    scored: (subject, when, { standing, serviceName }) =>
      `${subject}${when}：${standing}。来自 ${serviceName}，越高越好。`,
    plain: (subject, when, serviceName) => `${subject}${when}。来自 ${serviceName}。`,
  },
}
