/** The sizes that GET /score/:id/picture offers. */
const sizes = [64, 128, 192, 344] as const

interface PictureProps {
  scoreId: string
  /** The side of the square on the page, in CSS pixels. */
  side: number
  alt?: string
  /** Below the first screen. */
  isLazy?: boolean
}

/** The image of a launch, in the size that the screen shows. */
export function Picture({ scoreId, side, alt = '', isLazy = false }: PictureProps) {
  return (
    <img
      src={toSource(scoreId, side)}
      srcset={listSources(scoreId, side)}
      alt={alt}
      width={side}
      height={side}
      {...(isLazy && { loading: 'lazy' })}
    />
  )
}

const findSize = (pixels: number): number => sizes.find((size) => size >= pixels) ?? 344

const toSource = (scoreId: string, pixels: number): string => `/score/${scoreId}/picture?size=${findSize(pixels)}`

/** For screens with one, two and three pixels to each CSS pixel. */
export const listSources = (scoreId: string, side: number): string =>
  [1, 2, 3].map((density) => `${toSource(scoreId, density * side)} ${density}x`).join(', ')
