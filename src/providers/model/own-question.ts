import { Type } from 'typebox'
import type { JudgeRequest } from './model.ts'

/** A face of 128×128 pixels, which every model that reads images can read. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAIAAAACACAMAAAD04JH5AAAACVBMVEX/zTwgPHgUFBSm4agNAAAACXBIWXMAAAPoAAAD6AG1e1JrAAABEElEQV' +
  'R42u3aMQ6DMBBE0Q/3P3SULkUCBnm8S/SndTGvwRLeZSsOAgQIECBAgAABAgQIeDCAj6wG8DWrABxkAYCThAEMJAhgMCEAF5IAQERApP4CgVT/' +
  'qIBY/6CAXP+YgGD/kIBk/4iAaP+AgGz/uaA9AMIC0v1nguYAiAt6AyAvaA2ABYLOAFgheB5gf4erZ3cABx0/Wo7OZgH2/XfL0ZmAJwKYC2AS4P' +
  'ZXMA1w8x6YCJh9FwoQIEAA2xrBJkCAPyZPBPh37AuJr2S+lLZ4rHZe0GBkUz+0qh/b1Q8u60e39cPr+vF9/QJDgxWO+iWWBms8DRaZGqxyNVhm' +
  '67DOt7lRKUCAAAECBAgQIEDAHwFehi4tdUMkR0UAAAAASUVORK5CYII='

/** Tells a provider's own faults from those of what callers send (D102). */
export const ownQuestion: JudgeRequest = {
  instructions:
    'You judge ideas for a mascot. Call the tool submit_score once, with a score from 0 to 100 and a reason.',
  text: 'Name: Night Shift Cat. Idea: a sleepy cat keeps watch on the moon, so that everybody else can sleep.',
  image: { bytes: Buffer.from(picture, 'base64'), mediaType: 'image/png' },
  tool: {
    name: 'submit_score',
    description: 'Submits the score.',
    schema: Type.Object({ score: Type.Number(), reason: Type.String() }, { additionalProperties: false }),
    accepts: () => true,
  },
  reminder: 'Answer only by calling the tool submit_score.',
}
