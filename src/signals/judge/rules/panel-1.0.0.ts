import type { Combination } from '../prompts.ts'
import type { Spread } from './combine-1.1.0.ts'

/** The version of the rules that combine the verdicts of several models; changing it bumps the prompt version. */
export const panelRules = 'panel-rules@1.0.0'

/** The verdict of one model, combined from its samples. */
interface Member {
  score: number
  confidence: number
  spread: Spread
}

interface PanelVerdict extends Member {
  /** The standard deviation of the models' scores. */
  disagreement: number
}

/** Combines at least two verdicts: the median score, with the median confidence, or less if the models disagree. */
export function combinePanel(members: Member[], { confidence: rules }: Combination): PanelVerdict {
  const disagreement = deviation(members.map(({ score }) => score))
  const most = Math.max(0, 1 - disagreement / rules.zeroAtDeviation)
  const confidence = Math.min(most, median(members.map((member) => member.confidence)))
  return {
    score: Math.floor(median(members.map(({ score }) => score)) + 0.5),
    confidence: Math.round(confidence * 100) / 100,
    spread: {
      lowest: toTenth(median(members.map(({ spread }) => spread.lowest))),
      highest: toTenth(median(members.map(({ spread }) => spread.highest))),
    },
    disagreement: Math.round(disagreement * 100) / 100,
  }
}

/** The median of an even number of values is the mean of the middle two. */
function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = Math.floor((sorted.length - 1) / 2)
  return mean(sorted.slice(half, sorted.length - half))
}

/** The standard deviation of a sample: divided by n − 1. */
function deviation(values: number[]): number {
  const middle = mean(values)
  return Math.sqrt(values.reduce((total, value) => total + (value - middle) ** 2, 0) / (values.length - 1))
}

const mean = (values: number[]): number => values.reduce((total, value) => total + value, 0) / values.length
const toTenth = (value: number): number => Math.round(value * 10) / 10
