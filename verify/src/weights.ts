// Written by `npm run openapi`.

/** The weights of the released prompt versions, in whole per cent. */
export const weights: Record<string, Record<string, number> | undefined> = {
  'launch-score@1.1.0': { meme: 25, creator: 20, image: 15, name: 10, social: 15, risk: 15 },
  'launch-score@1.2.0': { meme: 25, creator: 20, image: 15, name: 10, social: 15, risk: 15 },
}
