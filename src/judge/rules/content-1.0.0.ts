/** The version of how judged content is recognised and kept; changing it bumps the prompt version. */
export const contentRules = 'content-rules@1.0.0'

/** The texts by which stored samples are found again: the very texts that the judge reads. */
export const contentTexts = (texts: Record<string, string>): Record<string, string> => texts

/** A verdict as it is stored: whole. */
export const keptVerdict = (verdict: unknown): unknown => verdict
